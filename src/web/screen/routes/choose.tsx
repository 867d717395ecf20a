import type { DateRange } from '../../../domain/date-range.ts';
import { page } from '../answer.tsx';
import type { Answer, Visit } from '../env.ts';
import { type ChoosableStorefront, FreshPage } from '../pages/fresh-page.tsx';
import { proposedDays, type ProposedDays } from '../proposed-days.ts';
import type { ScreenPorts } from '../screen-ports.ts';
import { syncedDays } from '../synced-days.ts';
import { timeZoneOf } from '../time-zone-of.ts';

/** The days that a button of the form asked for; undefined when none did. */
const askedFor = (proposed: ProposedDays, days: string | undefined): DateRange | undefined => {
  if (days === 'again') return proposed.again;
  if (days === 'onwards') return proposed.onwards;
  return days === 'year' ? proposed.year : undefined;
};

/** The form again, with what was chosen and what is wrong with it. */
export const chooseAgain = async (ports: ScreenPorts, visit: Visit, problem: string | null): Promise<Response> => {
  const chosen = visit.req.queries('storefront') ?? [];
  const [synced, storefronts] = await Promise.all([
    syncedDays(ports),
    Promise.all(
      ports.storefronts().map(async (name): Promise<Omit<ChoosableStorefront, 'synced'>> => ({
        name,
        platform: ports.connectorOf(name)?.platform ?? '',
        timeZone: await timeZoneOf(ports, name),
        isChosen: chosen.length === 0 || chosen.includes(name),
      })),
    ),
  ]);
  const ofChosen = storefronts.flatMap(({ name, isChosen }) => (isChosen ? (synced.get(name) ?? []) : []));
  const proposed = proposedDays(ofChosen, ports.clock.now());
  const asked = askedFor(proposed, visit.req.query('days'));
  const usual = proposed.again ?? proposed.year;
  return page(
    visit,
    <FreshPage
      at={visit.var.at}
      storefronts={storefronts.map((one) => ({ ...one, synced: synced.get(one.name) ?? null }))}
      from={asked?.from ?? visit.req.query('from') ?? usual.from}
      to={asked?.to ?? visit.req.query('to') ?? usual.to}
      proposed={proposed}
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
