import * as E from 'fp-ts/lib/Either.js';
import { parseDateRange } from '../../../domain/date-range.ts';
import { resolve, signOff as sign } from '../../../operations/review.ts';
import { endRun as end, retryLines as retry } from '../../../operations/runs.ts';
import type { HowToEnd } from '../../../pipeline/run-context.ts';
import { readForm, type ScreenHandler } from '../page.tsx';
import { redirectBack, sendFailure, sendRefusal, sendUnavailable, withRun, withState } from '../responses.tsx';
import { closedMonthsIn, hasAgreed, missingAgreement } from '../run-view.ts';
import type { ScreenPorts } from '../screen-ports.ts';

const notYourDecision = 'You may not send into closed months. Ask someone who may approve that.';

/** `POST /runs`: starts a preview or a run, or resumes the unfinished one of the same storefronts and days. */
export const startRun = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context, state) => {
    const form = await readForm(context);
    if (hasAgreed(form) && !context.var.page.links.may('approve')) return sendRefusal(context, notYourDecision);
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
      ? sendFailure(context, started.left)
      : context.redirect(context.var.page.links.run(started.right), 303);
  });

/** `POST /runs/<id>/pause` and `POST /runs/<id>/cancel`: ends a run in any process, after requests in progress are done. */
export const endRun = (ports: ScreenPorts, how: HowToEnd): ScreenHandler =>
  withRun(ports, async (context, _state, run) => {
    const ended = await end(ports, run.id, how)();
    // If the run had ended by itself, its page shows how.
    return E.isLeft(ended)
      ? sendFailure(context, ended.left)
      : context.redirect(context.var.page.links.run(run.id), 303);
  });

/** `POST /runs/<id>/retry`: retries everything that failed or is held, or the line with the given id. */
export const retryLines = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    const { links } = context.var.page;
    const form = await readForm(context);
    if (hasAgreed(form) && !links.may('approve')) return sendRefusal(context, notYourDecision);
    const lineId = form.one('id');
    // Live sales are sent into closed months only by those who agree; of a preview nothing is sent.
    if (run.kind !== 'live' && !run.dryRun) {
      const closed = await closedMonthsIn(state, run.range)();
      if (E.isLeft(closed)) return sendUnavailable(context, closed.left);
      const missing = missingAgreement(closed.right, form);
      if (missing !== undefined) return sendRefusal(context, missing);
    }
    const request = { intoClosedPeriods: hasAgreed(form), ...(lineId !== '' && { lineId }) };
    const retried = await retry(ports, run.id, request)();
    if (E.isLeft(retried)) return sendFailure(context, retried.left);
    // Back to where it was asked for, which shows what was found.
    if (lineId !== '') {
      const place = { id: lineId, storefront: form.one('storefront'), retried: form.one('was') };
      return context.redirect(links.runPage(run.id, 'entry', place), 303);
    }
    if (run.kind === 'live') return context.redirect(links.live, 303);
    const retriedSales = { retried: form.one('count') };
    return context.redirect(
      form.one('page') === 'needs' ? links.runPage(run.id, 'needs', retriedSales) : links.run(run.id, retriedSales),
      303,
    );
  });

/** `POST /runs/<id>/acknowledge`: saves a person's note on a line or an adjustment of its sale. */
export const acknowledge = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, _state, run) => {
    const form = await readForm(context);
    const storefront = form.one('storefront');
    if (!run.storefronts.includes(storefront))
      return sendRefusal(context, 'The note belongs to no sale. Open the sale and add the note there.');
    const { user, links } = context.var.page;
    const saved = await resolve(ports, { storefront, id: form.one('id'), note: form.one('note'), by: user.name })();
    return E.isLeft(saved) ? sendFailure(context, saved.left) : redirectBack(context, links.run(run.id));
  });

/** `POST /runs/<id>/sign-off`: stores the current counts and totals with the name of the user. */
export const signOff = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, _state, run) => {
    const { user, links } = context.var.page;
    const form = await readForm(context);
    const note = form.one('note');
    const signed = await sign(ports, run.id, { by: user.name, note, open: Number(form.one('open')) })();
    return E.isLeft(signed)
      ? sendFailure(context, signed.left)
      : context.redirect(links.runPage(run.id, 'sign-off'), 303);
  });
