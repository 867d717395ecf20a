import { Temporal } from 'temporal-polyfill';
import { page } from '../answer.tsx';
import type { Answer, Visit } from '../env.ts';
import { type ChoosableStorefront, FreshPage } from '../pages/fresh-page.tsx';
import type { ScreenPorts } from '../screen-ports.ts';
import { timeZoneOf } from '../time-zone-of.ts';

/** The whole calendar year up to the last complete month. */
const usualRange = (now: number): { readonly from: string; readonly to: string } => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO('UTC').toPlainDate();
  const to = today.with({ day: 1 }).subtract({ days: 1 });
  return { from: to.with({ day: 1 }).subtract({ months: 11 }).toString(), to: to.toString() };
};

/** The form again, with what was chosen and what is wrong with it. */
export const chooseAgain = async (ports: ScreenPorts, visit: Visit, problem: string | null): Promise<Response> => {
  const chosen = visit.req.queries('storefront') ?? [];
  const usual = usualRange(ports.clock.now());
  const storefronts = await Promise.all(
    ports.storefronts().map(async (name): Promise<ChoosableStorefront> => ({
      name,
      platform: ports.connectorOf(name)?.platform ?? '',
      timeZone: await timeZoneOf(ports, name),
      isChosen: chosen.length === 0 || chosen.includes(name),
    })),
  );
  return page(
    visit,
    <FreshPage
      at={visit.var.at}
      storefronts={storefronts}
      from={visit.req.query('from') ?? usual.from}
      to={visit.req.query('to') ?? usual.to}
      problem={problem}
    />,
    problem === null ? 200 : 422,
  );
};

/** `GET /new`: which storefronts, which days. */
export const choose =
  (ports: ScreenPorts): Answer =>
  (visit) =>
    chooseAgain(ports, visit, null);
