import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseDateRange } from '../../../domain/date-range.ts';
import { closedMonthsIn } from '../closed-periods.ts';
import type { ScreenContext, ScreenHandler } from '../context.ts';
import { type CheckedPart, CheckPage } from '../pages/check-page.tsx';
import { NewSyncPage, type StorefrontChoice } from '../pages/new-sync-page.tsx';
import { timeZoneOf } from '../read-days.ts';
import { sendPage, sendUnavailable, withState } from '../responses.tsx';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';
import { proposedDays, syncedDays } from '../synced-days.ts';

/** The form with what was chosen and, with status 422, what is wrong with it. */
const showForm = async (ports: ScreenPorts, context: ScreenContext, problem: string | null): Promise<Response> => {
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

const checkStorefront = async (ports: ScreenPorts, subject: string): Promise<CheckedPart> => {
  const readiness = await ports.connectorOf(subject)?.check();
  if (readiness === undefined || E.isLeft(readiness)) {
    const message = readiness === undefined ? 'It is no longer configured.' : readiness.left.message;
    return { subject, findings: [{ level: 'stops', subject: 'access', message }], records: null };
  }
  const { findings, records } = readiness.right;
  return { subject, findings, records: O.toNullable(records) };
};

const checkService = async (state: ScreenState): Promise<CheckedPart> => ({
  subject: 'Tax Nexus Service',
  findings: [await state.checkService()],
  records: null,
});

/** `GET /check`: whether a run of these storefronts and days can start. */
export const check = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context, state) => {
    const chosen = context.req.queries('storefront') ?? [];
    const storefronts = ports.storefronts().filter((name) => chosen.includes(name));
    if (storefronts.length === 0) return showForm(ports, context, 'Choose at least one storefront.');
    const range = parseDateRange(context.req.query('from') ?? '', context.req.query('to') ?? '');
    if (E.isLeft(range)) return showForm(ports, context, `The days are not valid: ${range.left}.`);
    const closed = await closedMonthsIn(state, range.right)();
    if (E.isLeft(closed)) return sendUnavailable(context, closed.left);
    const checked = await Promise.all([
      checkService(state),
      ...storefronts.map((name) => checkStorefront(ports, name)),
    ]);
    return sendPage(
      context,
      <CheckPage
        page={context.var.page}
        storefronts={storefronts}
        {...range.right}
        checked={checked}
        requestsPerMinute={state.requestsPerMinute}
        closed={closed.right}
      />,
    );
  });
