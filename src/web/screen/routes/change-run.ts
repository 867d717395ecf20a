/** The forms by which a person changes a run: start, pause, cancel, retry, note and sign-off. */
import * as E from 'fp-ts/lib/Either.js';
import { type DateRange, parseDateRange } from '../../../domain/date-range.ts';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import type { HowToEnd } from '../../../pipeline/run-context.ts';
import { type Form, readForm, type ScreenContext, type ScreenHandler } from '../page.tsx';
import { redirectBack, sendRefusal, withRun } from '../responses.tsx';

/** The closed months, `YYYY-MM`, among these days. */
export const closedMonthsIn = async (context: ScreenContext, range: DateRange): Promise<readonly string[]> =>
  closedPeriodsWithin(range, await context.var.taxNexus.closedPeriods.list());

const notYourDecision = 'You may not send into closed months. Ask someone who may approve that.';

/**
 * `POST /runs`: starts a preview or a run, or resumes the unfinished one of the same storefronts and days. Sales of closed months
 * are held unless the user agreed to send them.
 */
export const startRun: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const form = await readForm(context);
  if (hasAgreed(form) && !page.links.may('approve')) return sendRefusal(context, notYourDecision);
  const range = parseDateRange(form.one('from'), form.one('to'));
  if (E.isLeft(range)) return sendRefusal(context, `The days are not valid: ${range.left}.`);
  const chosen = form.all('storefront');
  const storefronts = taxNexus.pages.storefronts().filter((name) => chosen.includes(name));
  if (storefronts.length === 0) return sendRefusal(context, 'None of the chosen storefronts is configured any longer.');
  const dryRun = form.one('mode') !== 'start';
  const agreement = hasAgreed(form) && { intoClosedPeriods: true };
  const { id } = await taxNexus.historicalSync.start({ storefronts, ...range.right, dryRun, ...agreement });
  return context.redirect(page.links.run(id), 303);
};

/** `POST /runs/<id>/pause` and `POST /runs/<id>/cancel`: ends a run in any process, after requests in progress are done. */
export const endRun = (how: HowToEnd): ScreenHandler =>
  withRun(async (context, run) => {
    const { page, taxNexus } = context.var;
    // If the run has already ended, its page shows how.
    await taxNexus.historicalSync[how](run.id);
    return context.redirect(page.links.run(run.id), 303);
  });

const hasAgreed = (form: Form): boolean => form.one('confirm') === 'closed';

/** `POST /runs/<id>/retry`: retries everything that failed or is held, or the line with the given id. */
export const retryLines = withRun(async (context, run) => {
  const { links } = context.var.page;
  const form = await readForm(context);
  if (hasAgreed(form) && !links.may('approve')) return sendRefusal(context, notYourDecision);
  const lineId = form.one('id');
  const options = { intoClosedPeriods: hasAgreed(form), ...(lineId !== '' && { lineId }) };
  await context.var.taxNexus.historicalSync.retry(run.id, options);
  // Back to the page of the form, which shows the result.
  if (lineId !== '') {
    const place = { id: lineId, storefront: form.one('storefront'), retried: form.one('was') };
    return context.redirect(links.runPage(run.id, 'line', place), 303);
  }
  if (run.kind === 'live') return context.redirect(links.live, 303);
  const retriedSales = { retried: form.one('count') };
  return context.redirect(
    form.one('page') === 'needs' ? links.runPage(run.id, 'needs', retriedSales) : links.run(run.id, retriedSales),
    303,
  );
});

/** `POST /runs/<id>/acknowledge`: saves a person's note on a line or an adjustment of its sale. */
export const acknowledge = withRun(async (context, run) => {
  const { page, taxNexus } = context.var;
  const form = await readForm(context);
  const storefront = form.one('storefront');
  if (!run.storefronts.includes(storefront))
    return sendRefusal(context, 'The note belongs to no sale. Open the sale and add the note there.');
  await taxNexus.resolve({ storefront, id: form.one('id'), note: form.one('note'), by: page.user.name });
  return redirectBack(context, page.links.run(run.id));
});

/** `POST /runs/<id>/sign-off`: stores the current counts and totals with the name of the user. */
export const signOff = withRun(async (context, run) => {
  const { page, taxNexus } = context.var;
  const form = await readForm(context);
  const decided = { by: page.user.name, note: form.one('note'), open: Number(form.one('open')) };
  await taxNexus.historicalSync.signOff(run.id, decided);
  return context.redirect(page.links.runPage(run.id, 'sign-off'), 303);
});
