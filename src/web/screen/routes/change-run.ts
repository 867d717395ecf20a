import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import type { HowToEnd } from '../../../pipeline/run-context.ts';
import { readReport } from '../../../reconcile/read-report.ts';
import { back, down, refused, withRun } from '../answer.tsx';
import { closedMonthsIn, hasAgreed, missingAgreement } from '../closed-periods.ts';
import type { Answer } from '../env.ts';
import { readForm } from '../form.ts';
import { requestAgain } from '../ring-again.ts';
import type { ScreenPorts } from '../screen-ports.ts';
import { statementText } from '../statement.ts';

const maxNote = 2000;

/** `POST /runs/<id>/pause` and `POST /runs/<id>/cancel`: what is in flight is settled first, whoever is at work on it. */
export const endRun = (ports: ScreenPorts, how: HowToEnd): Answer =>
  withRun(ports, async (visit, _state, run) => {
    if (run.kind === 'live')
      return refused(visit, 'Live sales have no end: they come in as long as the storefront is configured.');
    const ended = await ports.runs.end(run.id, how)();
    // What had ended by itself meanwhile needs no word: its page says how.
    return E.isLeft(ended) ? refused(visit, ended.left.message) : visit.redirect(visit.var.at.links.run(run.id), 303);
  });

/** `POST /runs/<id>/retry`: everything that failed or is held, or the one entry that is named. */
export const retryLines = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, state, run) => {
    const form = await readForm(visit);
    const entryId = form.one('id') === '' ? null : form.one('id');
    if (run.dryRun) return refused(visit, 'A preview pushed nothing, so that there is nothing to retry. Look again.');
    if (run.kind === 'live' && !hasAgreed(form)) {
      // The process that takes the webhooks reads them; it sends nothing into closed periods.
      const requested = await requestAgain(ports, state, run, entryId);
      return E.isLeft(requested) ? down(visit, requested.left) : visit.redirect(visit.var.at.links.live, 303);
    }
    const closed = await closedMonthsIn(state, run.range);
    if (E.isLeft(closed)) return down(visit, closed.left);
    const missing = missingAgreement(closed.right, form);
    if (missing !== undefined) return refused(visit, missing);
    const retried = await ports.runs.retry(run.id, entryId, hasAgreed(form))();
    if (E.isLeft(retried)) return refused(visit, retried.left.message);
    const { links } = visit.var.at;
    return visit.redirect(run.kind === 'live' ? links.live : links.run(run.id), 303);
  });

/** `POST /runs/<id>/acknowledge`: a person's note on an entry, or on what happened to its sale. */
export const acknowledge = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, { inbox }, run) => {
    const form = await readForm(visit);
    const [storefront, id] = [form.one('storefront'), form.one('id').slice(0, 400)];
    const note = form.one('note').slice(0, maxNote);
    if (!run.storefronts.includes(storefront) || id === '')
      return refused(visit, 'It is not said what the note is about.');
    if (note === '') return refused(visit, 'Write what was decided.');
    const at = instantOfMilliseconds(ports.clock.now());
    const noted = await inbox.saveResolution({ storefront, id, note, by: visit.var.at.user.name, at })();
    return E.isLeft(noted) ? down(visit, noted.left) : back(visit, visit.var.at.links.run(run.id));
  });

/** `POST /runs/<id>/sign-off`: keeps counts and totals as they are now, with who stands for them. */
export const signOff = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, state, run) => {
    const note = (await readForm(visit)).one('note').slice(0, maxNote);
    const report = await readReport(state)(O.some(run.id))();
    if (E.isLeft(report)) return down(visit, report.left);
    const isDone = O.isSome(report.right) && run.status === 'finished' && !run.dryRun;
    if (!isDone || ports.runs.progress(run.id) !== undefined) {
      return refused(visit, 'Only a sync that is finished can be signed off.');
    }
    const signed = await state.reviews.saveSignOff({
      runId: run.id,
      by: visit.var.at.user.name,
      at: instantOfMilliseconds(ports.clock.now()),
      note,
      statement: statementText(report.right.value),
    })();
    return E.isLeft(signed) ? down(visit, signed.left) : visit.redirect(visit.var.at.links.run(run.id), 303);
  });
