import type { MiddlewareHandler } from 'hono';
import { errorName } from '../../domain/errors.ts';
import type { Env } from './env.ts';
import { linksFrom } from './links.ts';
import { guardHeaders, newNonce } from './respond.ts';
import { screenPath } from './screen-path.ts';
import type { Authorize, ScreenPorts, ScreenUser } from './screen-ports.ts';

/** A host may answer anything, from JavaScript too: what has no name is nobody. */
const nameOf = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null || !('name' in answer)) return '';
  return typeof answer.name === 'string' ? answer.name.trim().slice(0, 200) : '';
};

/**
 * Asks the host who this is. Undefined when the host says nobody, and also when asking fails: the screen is never open by
 * mistake.
 */
export const askHost = async (
  { authorize, log }: Pick<ScreenPorts, 'log'> & { readonly authorize: Authorize },
  request: Request,
): Promise<ScreenUser | undefined> => {
  try {
    const name = nameOf(await authorize(request));
    return name === '' ? undefined : { name };
  } catch (error) {
    // What the host threw may hold what it looked up.
    log.error('the option "authorize" failed; the screen stays closed', {
      defect: errorName(error),
    });
    return undefined;
  }
};

/** Lets in whom the host knows, with everything that their page needs; the answer carries the headers of the guard. */
export const guard =
  (ports: ScreenPorts): MiddlewareHandler<Env> =>
  async (visit, next) => {
    const nonce = newNonce();
    for (const [name, value] of Object.entries(guardHeaders(nonce, ports.frameAncestors))) visit.header(name, value);
    const user = await askHost(ports, visit.req.raw);
    if (user === undefined) return visit.text('You may not open this page. Sign in at the app that shows it.', 403);
    const root = screenPath(new URL(visit.req.url).pathname)?.root ?? 'screen';
    visit.set('at', { links: linksFrom(root), user, nonce });
    await next();
    return undefined;
  };
