/** The ways in which a page answers: a whole page, a page in parts while data is read, a refusal that keeps what was entered. */
import { setImmediate } from 'node:timers/promises';
import * as O from 'fp-ts/lib/Option.js';
import type { FC } from 'hono/jsx';
import { raw } from 'hono/html';
import { stream } from 'hono/streaming';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Run } from '../../domain/run.ts';
import { TaxNexusError } from '../../operations/tax-nexus-error.ts';
import { type Html, type ScreenContext, type ScreenHandler, Page } from './page.tsx';
import { Alert } from './parts/notices.tsx';
import { type Fields, fieldsFrom, RepeatForm } from './repeat-form.tsx';
import { render } from './render.ts';
import { screenPath } from './links.ts';

export const sendPage = async (
  context: ScreenContext,
  element: Html,
  status: ContentfulStatusCode = 200,
): Promise<Response> => context.html(`<!doctype html>${await render(element)}`, status);

export const sendMessage = async (
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
      <Kept isRepeatable={status === 503} fields={await keptFields(context)} />
      <p>
        <a href={context.var.page.links.home}>Home</a>
      </p>
    </Page>,
    status,
  );

export const sendRefusal = (context: ScreenContext, message: string): Promise<Response> =>
  sendMessage(context, 'That did not work', message, 409);

const unavailable: ReadonlySet<TaxNexusError['code']> = new Set(['STATE', 'STOPPED', 'CONFIGURATION', 'ACCOUNT']);

/** Shows why an operation was not done. */
export const sendFailure = (context: ScreenContext, { code, message }: TaxNexusError): Promise<Response> => {
  if (code === 'UNKNOWN_RUN')
    return sendMessage(context, 'Run not found', 'It may belong to another sync database.', 404);
  return unavailable.has(code)
    ? sendMessage(context, 'The sync database is not available', message, 503)
    : sendRefusal(context, message);
};

/** Redirects to the previous page if it is one of the screen, otherwise to `fallback`. Never to another host. */
export const redirectBack = (context: ScreenContext, fallback: string): Response => {
  const from = O.tryCatch(() => new URL(context.req.header('referer') ?? ''));
  const isOwn =
    O.isSome(from) && screenPath(from.value.pathname) !== undefined && !from.value.pathname.startsWith('//');
  return context.redirect(isOwn ? `${from.value.pathname}${from.value.search}` : fallback, 303);
};

/** Finds the run of the address for a handler. */
export const withRun =
  (handle: (context: ScreenContext, run: Run) => Response | Promise<Response>): ScreenHandler =>
  async (context) => {
    const { pages, historicalSync } = context.var.taxNexus;
    const run = await pages.run(context.req.param('id') ?? '');
    if (run.status === 'running') await historicalSync.join(run.id);
    return handle(context, run);
  };

interface PageParts {
  readonly title: string;
  /** Known at once. */
  readonly opening: Html;
  /** Takes a while. */
  readonly content: () => Promise<Html>;
  /** Takes longest, so the content is sent before it. Default: nothing. */
  readonly last?: () => Promise<Html>;
}

/** No user text can contain it, because `<` is escaped there. */
const gap = '<!--content-->';

/** The head is sent before the content is read, because reading a large run takes a while. */
export const sendPageInParts = async (
  context: ScreenContext,
  { title, opening, content, last }: PageParts,
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
      await out.write(await render(await content().catch(refused)));
      if (last !== undefined) await out.write(await render(await last().catch(refused)));
      await out.write(tail);
    },
    async (defect, out) => {
      // The message of the error may hold personal data. The head was sent already, so the page itself shows the problem.
      context.var.host.log.error('A page failed because of a bug in tax-nexus-sync. Please report it.', {
        defect: defect.name,
      });
      await out.write(
        await render(<Alert>The page is incomplete because of a bug in tax-nexus-sync. Please report it.</Alert>),
      );
    },
  );
};

/** What the person had entered: with a button that sends it again if that may help, otherwise the note alone. */
const Kept: FC<{ readonly isRepeatable: boolean; readonly fields: Fields }> = ({ isRepeatable, fields }) => {
  if (fields.length > 0 && isRepeatable)
    return (
      <>
        <p>Nothing was changed. What you entered is kept.</p>
        <RepeatForm fields={fields} />
      </>
    );
  const [note = ''] = fields.flatMap(([name, value]) => (name === 'note' || name === 'reason' ? [value] : []));
  return note === '' ? null : <p>You entered: {note}</p>;
};

/** The fields of the form. A handler may have read the body already. */
const keptFields = async ({ req }: ScreenContext): Promise<Fields> => {
  return req.method === 'POST' ? fieldsFrom(await req.parseBody({ all: true })) : [];
};

/** Why the content cannot be shown. */
const refused = (error: unknown): Html => {
  if (error instanceof TaxNexusError) return <Alert>{error.message}</Alert>;
  throw error;
};
