import * as E from 'fp-ts/lib/Either.js';
import { dateRange } from '../../../core/date-range.ts';
import { down, refused, withState } from '../answer.tsx';
import { askForWord } from '../ask-for-word.ts';
import type { Answer } from '../env.ts';
import { readForm } from '../form.ts';
import type { ScreenPorts } from '../screen-ports.ts';

/** `POST /runs`: begins a preview or a run, or goes on with the unfinished one of the same storefronts and days. */
export const startRun = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, state) => {
    const form = await readForm(visit);
    const range = dateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return refused(visit, `The days cannot be read: ${range.left}.`);
    const wanted = form.all('storefront');
    const storefronts = ports.storefronts().filter((name) => wanted.includes(name));
    if (storefronts.length === 0) return refused(visit, 'None of the chosen storefronts is configured any more.');
    const dryRun = form.one('mode') !== 'start';
    // A preview tells nothing.
    const asked = dryRun ? E.right(undefined) : await askForWord(state, range.right, form);
    if (E.isLeft(asked)) return down(visit, asked.left);
    if (asked.right !== undefined) return refused(visit, asked.right);
    const started = await ports.runs.start({ storefronts, range: range.right, dryRun })();
    return E.isLeft(started)
      ? refused(visit, started.left.message)
      : visit.redirect(visit.var.at.links.run(started.right), 303);
  });
