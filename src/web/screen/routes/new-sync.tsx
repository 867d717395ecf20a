import { NewSyncPage, type StorefrontChoice } from '../pages/new-sync-page.tsx';
import type { ScreenContext, ScreenHandler } from '../context.ts';
import { proposedDays } from '../proposed-days.ts';
import { timeZoneOf } from '../read-days.ts';
import { sendPage } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';
import { syncedDays } from '../synced-days.ts';

/** The form with what was chosen and, with status 422, what is wrong with it. */
export const showForm = async (
  ports: ScreenPorts,
  context: ScreenContext,
  problem: string | null,
): Promise<Response> => {
  const { from, to, days } = context.req.query();
  const chosen = context.req.queries('storefront') ?? [];
  const synced = await syncedDays(ports);
  const storefronts = await Promise.all(
    ports.storefronts().map(async (name): Promise<StorefrontChoice> => ({
      name,
      platform: ports.connectorOf(name)?.platform ?? '',
      timeZone: await timeZoneOf(ports, name),
      isChosen: chosen.length === 0 || chosen.includes(name),
      synced: synced.get(name) ?? null,
    })),
  );
  const syncedOfChosen = storefronts.flatMap((one) => (one.isChosen ? (one.synced ?? []) : []));
  const proposed = proposedDays(syncedOfChosen, ports.clock.now());
  const filledIn = days === 'again' || days === 'onwards' || days === 'year' ? proposed[days] : undefined;
  const usual = proposed.again ?? proposed.year;
  return sendPage(
    context,
    <NewSyncPage
      page={context.var.page}
      storefronts={storefronts}
      from={filledIn?.from ?? from ?? usual.from}
      to={filledIn?.to ?? to ?? usual.to}
      proposed={proposed}
      problem={problem}
    />,
    problem === null ? 200 : 422,
  );
};

/** `GET /new`: which storefronts and days to sync. */
export const newSync =
  (ports: ScreenPorts): ScreenHandler =>
  (context) =>
    showForm(ports, context, null);
