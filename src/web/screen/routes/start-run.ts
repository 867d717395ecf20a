import * as E from 'fp-ts/lib/Either.js';
import { parseDateRange } from '../../../domain/date-range.ts';
import { closedMonthsIn, missingAgreement } from '../closed-periods.ts';
import { readForm, type ScreenHandler } from '../context.ts';
import { sendRefusal, sendUnavailable, withState } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

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
