import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseDateRange } from '../../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import type { Run } from '../../../domain/run.ts';
import type { LineFilter, StoreError } from '../../../domain/sync-store.ts';
import type { HowToEnd } from '../../../pipeline/run-context.ts';
import { readReport } from '../../../reconcile/read-report.ts';
import { linePages } from '../../report-csv.ts';
import { closedMonthsIn, hasAgreed, missingAgreement } from '../run-view.ts';
import { readForm, type ScreenHandler } from '../page.tsx';
import { redirectBack, sendRefusal, sendUnavailable, withRun, withState } from '../responses.tsx';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';
import { statementText } from '../statement.ts';

/** `POST /runs`: starts a preview or a run, or resumes the unfinished one of the same storefronts and days. */
export const startRun = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context, state) => {
    const form = await readForm(context);
    const range = parseDateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return sendRefusal(context, `The days are not valid: ${range.left}.`);
    const chosen = form.all('storefront');
    const storefronts = ports.storefronts().filter((name) => chosen.includes(name));
    if (storefronts.length === 0)
      return sendRefusal(context, 'None of the chosen storefronts is configured any longer.');
    const dryRun = form.one('mode') !== 'start';
    const closed = await closedMonthsIn(state, range.right)();
    if (E.isLeft(closed)) return sendUnavailable(context, closed.left);
    // A preview sends nothing. It shows what a sync would send after the agreement.
    const missing = dryRun ? undefined : missingAgreement(closed.right, form);
    if (missing !== undefined) return sendRefusal(context, missing);
    const agreement = closed.right.length > 0 && { intoClosedPeriods: true };
    const started = await ports.runs.start({ storefronts, range: range.right, dryRun, ...agreement })();
    return E.isLeft(started)
      ? sendRefusal(context, started.left.message)
      : context.redirect(context.var.page.links.run(started.right), 303);
  });

const maxNote = 2000;

/** `POST /runs/<id>/pause` and `POST /runs/<id>/cancel`: ends a run in any process, after requests in progress are done. */
export const endRun = (ports: ScreenPorts, how: HowToEnd): ScreenHandler =>
  withRun(ports, async (context, _state, run) => {
    if (run.kind === 'live')
      return sendRefusal(context, 'Live sales have no end: they arrive as long as the storefront is configured.');
    const ended = await ports.runs.end(run.id, how)();
    // If the run had ended by itself, its page shows how.
    return E.isLeft(ended)
      ? sendRefusal(context, ended.left.message)
      : context.redirect(context.var.page.links.run(run.id), 303);
  });

/** `POST /runs/<id>/retry`: retries everything that failed or is held, or the line with the given id. */
export const retryLines = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    const { links } = context.var.page;
    const form = await readForm(context);
    const lineId = form.one('id') === '' ? null : form.one('id');
    if (run.dryRun) return sendRefusal(context, 'A preview sent nothing, so there is nothing to retry. Preview again.');
    if (run.kind === 'live' && !hasAgreed(form)) {
      // The process that takes the webhooks reads them. It sends nothing into closed periods.
      const requested = await requestResync(ports, state, run, lineId);
      return E.isLeft(requested) ? sendUnavailable(context, requested.left) : context.redirect(links.live, 303);
    }
    const closed = await closedMonthsIn(state, run.range)();
    if (E.isLeft(closed)) return sendUnavailable(context, closed.left);
    const missing = missingAgreement(closed.right, form);
    if (missing !== undefined) return sendRefusal(context, missing);
    const retried = await ports.runs.retry(run.id, lineId, hasAgreed(form))();
    if (E.isLeft(retried)) return sendRefusal(context, retried.left.message);
    return context.redirect(run.kind === 'live' ? links.live : links.run(run.id), 303);
  });

/**
 * Enqueues resync requests for the live sales that failed or are held, all or one. The process that works on the storefront
 * reads and pushes each record again, as after a webhook.
 */
const requestResync = async (
  { clock, wake }: Pick<ScreenPorts, 'clock' | 'wake'>,
  { store, inbox }: Pick<ScreenState, 'store' | 'inbox'>,
  run: Run,
  lineId: string | null,
): Promise<E.Either<StoreError, void>> => {
  const filter: LineFilter = { outcomes: ['failed', 'held'], ...(lineId !== null && { id: lineId }) };
  for await (const page of linePages(store, run.id, filter)) {
    if (E.isLeft(page)) return page;
    for (const storefront of run.storefronts) {
      const ids = page.right.lines.filter((line) => line.storefront === storefront).map(({ sourceId }) => sourceId);
      const records = [...new Set(ids)];
      if (records.length === 0) continue;
      const enqueued = await inbox.enqueue(storefront, records, instantOfMilliseconds(clock.now()))();
      if (E.isLeft(enqueued)) return enqueued;
    }
  }
  for (const storefront of run.storefronts) wake(storefront);
  return E.right(undefined);
};

/** `POST /runs/<id>/acknowledge`: saves a person's note on a line or an adjustment of its sale. */
export const acknowledge = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, { inbox }, run) => {
    const form = await readForm(context);
    const [storefront, id] = [form.one('storefront'), form.one('id').slice(0, 400)];
    const note = form.one('note').slice(0, maxNote);
    if (!run.storefronts.includes(storefront) || id === '')
      return sendRefusal(context, 'The note belongs to no sale. Open the sale and add the note there.');
    if (note === '') return sendRefusal(context, 'The note is empty. Write what was decided.');
    const { user, links } = context.var.page;
    const at = instantOfMilliseconds(ports.clock.now());
    const saved = await inbox.saveResolution({ storefront, id, note, by: user.name, at })();
    return E.isLeft(saved) ? sendUnavailable(context, saved.left) : redirectBack(context, links.run(run.id));
  });

/** `POST /runs/<id>/sign-off`: stores the current counts and totals with the name of the user. */
export const signOff = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    const { user, links } = context.var.page;
    const note = (await readForm(context)).one('note').slice(0, maxNote);
    const report = await readReport(state)(O.some(run.id))();
    if (E.isLeft(report)) return sendUnavailable(context, report.left);
    const isDone = O.isSome(report.right) && run.status === 'finished' && !run.dryRun;
    if (!isDone || ports.runs.progress(run.id) !== undefined) {
      return sendRefusal(context, 'Only a finished sync can be signed off.');
    }
    const signed = await state.reviews.saveSignOff({
      runId: run.id,
      by: user.name,
      at: instantOfMilliseconds(ports.clock.now()),
      note,
      statement: statementText(report.right.value),
    })();
    return E.isLeft(signed) ? sendUnavailable(context, signed.left) : context.redirect(links.run(run.id), 303);
  });
