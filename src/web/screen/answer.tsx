import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Run } from '../../domain/run.ts';
import type { Answer, Visit } from './env.ts';
import { MessagePage } from './pages/message-page.tsx';
import { render } from './respond.ts';
import { screenPath } from './screen-path.ts';
import type { ScreenPorts, ScreenState } from './screen-ports.ts';

/** A page as the browser takes it. */
export const page = async (
  visit: Visit,
  element: HtmlEscapedString | Promise<HtmlEscapedString>,
  status: ContentfulStatusCode = 200,
): Promise<Response> => visit.html(`<!doctype html>${await render(element)}`, status);

export const message = (visit: Visit, title: string, text: string, status: ContentfulStatusCode): Promise<Response> =>
  page(visit, <MessagePage at={visit.var.at} title={title} message={text} />, status);

/** The sync database cannot be read just now: the person tries again. */
export const down = (visit: Visit, { message: text }: { readonly message: string }): Promise<Response> =>
  message(visit, 'The sync database cannot be used', text, 503);

/** Something of a person's own doing was refused. */
export const refused = (visit: Visit, text: string): Promise<Response> =>
  message(visit, 'That did not work', text, 409);

/** Where the person came from, if that was a page of ours; otherwise the page of a run. Never another host. */
export const back = (visit: Visit, otherwise: string): Response => {
  const from = O.tryCatch(() => new URL(visit.req.header('referer') ?? ''));
  const isOurs =
    O.isSome(from) && screenPath(from.value.pathname) !== undefined && !from.value.pathname.startsWith('//');
  return visit.redirect(isOurs ? `${from.value.pathname}${from.value.search}` : otherwise, 303);
};

/** Answers with the sync database at hand. */
export const withState =
  (ports: ScreenPorts, answer: (visit: Visit, state: ScreenState) => Promise<Response>): Answer =>
  async (visit) => {
    const state = await ports.opened();
    return E.isLeft(state) ? down(visit, state.left) : answer(visit, state.right);
  };

/** Answers about the run of the address. */
export const withRun = (
  ports: ScreenPorts,
  answer: (visit: Visit, state: ScreenState, run: Run) => Promise<Response>,
): Answer =>
  withState(ports, async (visit, state) => {
    const run = await state.store.findRun(O.some(visit.req.param('id') ?? ''))();
    if (E.isLeft(run)) return down(visit, run.left);
    if (O.isNone(run.right)) {
      return message(visit, 'There is no such run', 'It may be of another sync database.', 404);
    }
    if (run.right.value.status === 'running') await ports.runs.join?.(run.right.value.id);
    return answer(visit, state, run.right.value);
  });
