import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseDateRange, daysOf } from '../../../domain/date-range.ts';
import { refused, withState } from '../answer.tsx';
import { overBy, todayIn } from '../calendar-days.ts';
import type { Answer } from '../env.ts';
import { follow } from '../follow.tsx';
import { readForm } from '../form.ts';
import { CountingState } from '../parts/counting-state.tsx';
import type { ScreenPorts } from '../screen-ports.ts';
import { timeZoneOf } from '../time-zone-of.ts';

/** A month at most: what is counted is read at the platform. */
const maxDays = 31;

/** `POST /calendar`: counts the days of a storefront that are over, in the background. */
export const countDays = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit) => {
    const form = await readForm(visit);
    const storefront = form.one('storefront');
    if (!ports.storefronts().includes(storefront)) return refused(visit, 'That storefront is not configured any more.');
    const range = parseDateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return refused(visit, `The days cannot be read: ${range.left}.`);
    if (daysOf(range.right).length > maxDays) return refused(visit, 'Count a month at most at a time.');
    const timeZone = await timeZoneOf(ports, storefront);
    if (timeZone === null) return refused(visit, 'The platform could not be asked for its time zone. Try again.');
    const over = overBy(todayIn(timeZone, ports.clock.now()), range.right);
    if (over === undefined) return refused(visit, 'None of these days is over yet.');
    const begun = await ports.counts.begin(storefront, over)();
    if (E.isLeft(begun)) return refused(visit, begun.left.message);
    if (!begun.right) return refused(visit, 'Something is being counted already. Wait for its end.');
    return visit.redirect(visit.var.at.links.calendar({ month: over.from.slice(0, 7), storefront }), 303);
  });

/** `GET /calendar/events`: what is being counted, until it is. */
export const followCount =
  (ports: ScreenPorts): Answer =>
  (visit) =>
    follow(ports, visit, () => {
      const counting = ports.counts.now();
      if (counting === undefined) return Promise.resolve(O.some('over' as const));
      return Promise.resolve(O.some({ element: <CountingState counting={counting} />, said: 'counting' }));
    });
