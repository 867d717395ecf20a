import * as E from 'fp-ts/lib/Either.js';
import { parseDateRange } from '../../../domain/date-range.ts';
import { down, refused, withState } from '../answer.tsx';
import { closedMonthsIn, missingAgreement } from '../closed-periods.ts';
import type { Answer } from '../env.ts';
import { readForm } from '../form.ts';
import type { ScreenPorts } from '../screen-ports.ts';

/** `POST /runs`: begins a preview or a run, or goes on with the unfinished one of the same storefronts and days. */
export const startRun = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, state) => {
    const form = await readForm(visit);
    const range = parseDateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return refused(visit, `The days cannot be read: ${range.left}.`);
    const wanted = form.all('storefront');
    const storefronts = ports.storefronts().filter((name) => wanted.includes(name));
    if (storefronts.length === 0) return refused(visit, 'None of the chosen storefronts is configured any more.');
    const dryRun = form.one('mode') !== 'start';
    const closed = await closedMonthsIn(state, range.right);
    if (E.isLeft(closed)) return down(visit, closed.left);
    // A preview sends nothing, and shows what a sync would send once a person agreed.
    const missing = dryRun ? undefined : missingAgreement(closed.right, form);
    if (missing !== undefined) return refused(visit, missing);
    const agreement = closed.right.length > 0 && { intoClosedPeriods: true };
    const started = await ports.runs.start({ storefronts, range: range.right, dryRun, ...agreement })();
    return E.isLeft(started)
      ? refused(visit, started.left.message)
      : visit.redirect(visit.var.at.links.run(started.right), 303);
  });
