import * as E from 'fp-ts/lib/Either.js';
import { dateRange } from '../../../core/date-range.ts';
import { down, refused, withState } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { readForm } from '../form.ts';
import { closedWithin } from '../months-of.ts';
import type { ScreenPorts } from '../screen-ports.ts';
import { monthWords } from '../words.ts';

/** `POST /runs`: begins a preview or a run, or goes on with the unfinished one of the same storefronts and days. */
export const startRun = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, { reviews }) => {
    const form = await readForm(visit);
    const range = dateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return refused(visit, `The days cannot be read: ${range.left}.`);
    const wanted = form.all('storefront');
    const storefronts = ports.storefronts().filter((name) => wanted.includes(name));
    if (storefronts.length === 0) return refused(visit, 'None of the chosen storefronts is configured any more.');
    const dryRun = form.one('mode') !== 'start';
    const months = await reviews.closedMonths();
    if (E.isLeft(months)) return down(visit, months.left);
    const closed = closedWithin(range.right, months.right);
    if (!dryRun && closed.length > 0 && form.one('confirm') !== 'closed') {
      const text = `${closed.map(monthWords).join(', ')}: closed. Confirm that you want to tell into closed months, or choose other days. Nothing was started.`;
      return refused(visit, text);
    }
    const started = await ports.runs.start({ storefronts, range: range.right, dryRun })();
    return E.isLeft(started)
      ? refused(visit, started.left.message)
      : visit.redirect(visit.var.at.links.run(started.right), 303);
  });
