import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { daysOf, parseDateRange } from '../../../domain/date-range.ts';
import { overBy, todayIn } from '../calendar-days.ts';
import { readForm, type ScreenHandler } from '../context.ts';
import { follow } from '../follow.tsx';
import { CountingState } from '../parts/counting-state.tsx';
import { timeZoneOf } from '../read-days.ts';
import { sendRefusal, withState } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

/** Counting reads the platform, so it is limited to a month. */
const maxDays = 31;

/** `POST /calendar`: counts the past days of a storefront in the background. */
export const countDays = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context) => {
    const form = await readForm(context);
    const storefront = form.one('storefront');
    if (!ports.storefronts().includes(storefront))
      return sendRefusal(context, 'This storefront is no longer configured.');
    const range = parseDateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return sendRefusal(context, `The days are not valid: ${range.left}.`);
    if (daysOf(range.right).length > maxDays) return sendRefusal(context, 'Count at most one month at a time.');
    const timeZone = await timeZoneOf(ports, storefront);
    if (timeZone === null)
      return sendRefusal(context, 'The platform did not return its time zone. Try again in a moment.');
    const over = overBy(todayIn(timeZone, ports.clock.now()), range.right);
    if (over === undefined) return sendRefusal(context, 'None of these days is over yet.');
    const begun = await ports.counts.begin(storefront, over)();
    if (E.isLeft(begun)) return sendRefusal(context, begun.left.message);
    if (!begun.right) return sendRefusal(context, 'A count is running already. Wait until it ends.');
    return context.redirect(context.var.page.links.calendar({ month: over.from.slice(0, 7), storefront }), 303);
  });

/** `GET /calendar/events`: the running count, until it ends. */
export const followCount =
  (ports: ScreenPorts): ScreenHandler =>
  (context) =>
    follow(ports, context, () => {
      const counting = ports.counts.now();
      return Promise.resolve(
        O.some(
          counting === undefined
            ? 'over'
            : { element: <CountingState counting={counting} />, announcement: 'counting' },
        ),
      );
    });
