import { setImmediate } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { raw } from 'hono/html';
import { stream } from 'hono/streaming';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Run } from '../../domain/run.ts';
import type { OperationFailure } from '../../operations/failure.ts';
import type { StoreDown } from '../web-ports.ts';
import { type Html, type ScreenContext, type ScreenHandler, Page } from './page.tsx';
import { Alert } from './parts/notices.tsx';
import { screenPath } from './links.ts';
import type { AccountState } from '../../operations/ports.ts';
import type { ScreenPorts } from './screen-ports.ts';

export const render = async (element: Html): Promise<string> => (await element).toString();

export const sendPage = async (
  context: ScreenContext,
  element: Html,
  status: ContentfulStatusCode = 200,
): Promise<Response> => context.html(`<!doctype html>${await render(element)}`, status);

export const sendMessage = (
  context: ScreenContext,
  title: string,
  message: string,
  status: ContentfulStatusCode,
): Promise<Response> =>
  sendPage(
    context,
    <Page page={context.var.page} title={title}>
      <h1>{title}</h1>
      <Alert>{message}</Alert>
      <p>
        <a href={context.var.page.links.runs()}>All runs</a>
      </p>
    </Page>,
    status,
  );

export const sendUnavailable = (context: ScreenContext, { message }: StoreDown): Promise<Response> =>
  sendMessage(context, 'The sync database is not available', message, 503);

export const sendRefusal = (context: ScreenContext, message: string): Promise<Response> =>
  sendMessage(context, 'That did not work', message, 409);

const unavailable: ReadonlySet<OperationFailure['code']> = new Set(['STATE', 'STOPPED', 'CONFIGURATION', 'ACCOUNT']);

/** Shows why an operation was not done. */
export const sendFailure = (context: ScreenContext, failure: OperationFailure): Promise<Response> =>
  unavailable.has(failure.code) ? sendUnavailable(context, failure) : sendRefusal(context, failure.message);

/** Sends the page of what was read from the sync database, or a message that it is not available. */
export const sendRead = async <A,>(
  context: ScreenContext,
  reading: TE.TaskEither<StoreDown, A>,
  show: (read: A) => Html,
): Promise<Response> => {
  const read = await reading();
  return E.isLeft(read) ? sendUnavailable(context, read.left) : sendPage(context, show(read.right));
};

/** Redirects to the previous page if it is one of the screen, otherwise to `fallback`. Never to another host. */
export const redirectBack = (context: ScreenContext, fallback: string): Response => {
  const from = O.tryCatch(() => new URL(context.req.header('referer') ?? ''));
  const isOwn =
    O.isSome(from) && screenPath(from.value.pathname) !== undefined && !from.value.pathname.startsWith('//');
  return context.redirect(isOwn ? `${from.value.pathname}${from.value.search}` : fallback, 303);
};

/** Opens the sync database for a handler. */
export const withState =
  (ports: ScreenPorts, handle: (context: ScreenContext, state: AccountState) => Promise<Response>): ScreenHandler =>
  async (context) => {
    const state = await ports.opened();
    return E.isLeft(state) ? sendUnavailable(context, state.left) : handle(context, state.right);
  };

/** Finds the run of the address for a handler. */
export const withRun = (
  ports: ScreenPorts,
  handle: (context: ScreenContext, state: AccountState, run: Run) => Promise<Response>,
): ScreenHandler =>
  withState(ports, async (context, state) => {
    const run = await state.store.findRun(O.some(context.req.param('id') ?? ''))();
    if (E.isLeft(run)) return sendUnavailable(context, run.left);
    if (O.isNone(run.right)) {
      return sendMessage(context, 'Run not found', 'It may belong to another sync database.', 404);
    }
    if (run.right.value.status === 'running') await ports.runs.join?.(run.right.value.id);
    return handle(context, state, run.right.value);
  });

interface PageParts {
  readonly title: string;
  /** Known at once. */
  readonly opening: Html;
  /** Takes a while. */
  readonly content: () => Promise<Html>;
}

/** No user text can contain it, because `<` is escaped there. */
const gap = '<!--content-->';

/** Sends the head of a page before its content is read, because a large run takes the sync database a while. */
export const sendPageInParts = async (
  { log }: Pick<ScreenPorts, 'log'>,
  context: ScreenContext,
  { title, opening, content }: PageParts,
): Promise<Response> => {
  const frame = await render(
    <Page page={context.var.page} title={title}>
      {opening}
      {raw(gap)}
    </Page>,
  );
  const [head = '', tail = ''] = frame.split(gap);
  context.header('content-type', 'text/html; charset=UTF-8');
  return stream(
    context,
    async (out) => {
      await out.write(`<!doctype html>${head}`);
      // Reading a sync database in a file blocks the process: the head must have left before.
      await setImmediate();
      await setImmediate();
      await out.write(await render(await content()));
      await out.write(tail);
    },
    async (defect, out) => {
      // The message of the error may hold personal data. The head was sent already, so the page itself shows the problem.
      log.error('A page failed because of a bug in tax-nexus-sync. Please report it.', { defect: defect.name });
      await out.write(
        await render(<Alert>The page is incomplete because of a bug in tax-nexus-sync. Please report it.</Alert>),
      );
    },
  );
};
