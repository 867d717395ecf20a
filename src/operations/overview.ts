/** Compares the accounts of someone with many businesses: what is in trouble, what is open, and how far each is complete. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { AccountFacts, CountedDay, CountedSpan, RequestedRun } from '../domain/account-facts.ts';
import { daysOf, monthsLater } from '../domain/date-range.ts';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { Stop } from '../pipeline/progress.ts';
import { endOfStorefront, stopFrom } from '../pipeline/run-marks.ts';
import { type OpenTotal, openTotals } from './decisions/matters.ts';
import type { OverviewRequest } from './access.ts';
import { completeThrough } from './home.ts';
import type { OperationPorts } from './ports.ts';
import { count, day, fields, list, named, oneOf, orNull, text } from './shapes.ts';
import { fromStore, type Operation } from './state.ts';

/**
 * Why no new sales of an account arrive: its newest sync stopped (a refused key, a service that does not respond), catch-up has
 * not read a storefront for a day, or no sale was ever read. `since`: when it stopped, or when sales were last read.
 */
export interface AccountTrouble {
  readonly kind: 'stopped' | 'no longer read' | 'never read';
  readonly since: Instant | null;
  /** The causes, each with the storefront or the service that refused or failed. */
  readonly causes: readonly Stop[];
}

/** One account. Days are in each storefront's time zone, `YYYY-MM-DD`. */
export interface AccountOverview {
  readonly name: string;
  /** The storefronts that you see. */
  readonly storefronts: readonly string[];
  /** When sales were last read: by a historical sync, or by catch-up. Null before the first time. */
  readonly lastSyncAt: Instant | null;
  /** Null while its sales are read. */
  readonly trouble: AccountTrouble | null;
  /** Sales that are held or failed, and their totals. */
  readonly open: { readonly count: number; readonly totals: readonly OpenTotal[] };
  /** Sales that were decided to be sent, and are not sent yet. */
  readonly toSend: { readonly count: number; readonly totals: readonly OpenTotal[] };
  /** Sales that the service holds, and that a person should check. */
  readonly toCheck: number;
  /** Sales that the service lacks or holds with other values, by the comparisons. */
  readonly differences: number;
  /** The last day up to which all storefronts are complete; null if one was not compared from its first day on. */
  readonly completeThrough: string | null;
  /** The last day up to which historical syncs of all storefronts are signed off. */
  readonly signedOffThrough: string | null;
  /** Past months with sales to sync that are not closed, `YYYY-MM`. */
  readonly openMonths: readonly string[];
}

/** Accounts that need work come first. Reads the sync database only, all accounts at once. */
export const readOverview = (
  ports: Pick<OperationPorts, 'allAccounts' | 'accountOf' | 'clock'>,
  request: OverviewRequest,
): Operation<readonly AccountOverview[]> =>
  pipe(
    () => ports.allAccounts(),
    TE.bindTo('all'),
    TE.let('now', () => instantOfMilliseconds(ports.clock.now())),
    TE.bind('facts', ({ all, now }) => fromStore(all.accountFacts(now, endOfStorefront))),
    TE.bind('counted', ({ all, facts }) => {
      const shown = new Set(request.storefronts);
      const runs = grouped(facts.runs, ({ account }) => account);
      const open = facts.counted.filter(
        (span) =>
          shown.has(span.storefront) &&
          needsDays(span, firstDayOf(runs.get(ports.accountOf(span.storefront)) ?? [], span.storefront)),
      );
      return open.length === 0 ? TE.right([]) : fromStore(all.countedDays(open.map(({ storefront }) => storefront)));
    }),
    TE.map(({ facts, counted, now }) => sumUp(request, ports.accountOf, facts, counted, now)),
  );

const salesOf = fields({
  count,
  totals: list(fields({ currency: orNull(text()), count, total: text('Decimals') })),
});

export const accountOverviewShape = named(
  'AccountOverview',
  fields({
    name: text(),
    storefronts: list(text()),
    lastSyncAt: orNull(text('RFC 3339, UTC')),
    trouble: orNull(
      fields({
        kind: oneOf('stopped', 'no longer read', 'never read'),
        since: orNull(text('RFC 3339, UTC')),
        causes: list(
          fields({
            who: text('The service, or a storefront'),
            cause: oneOf('credentials', 'address', 'no answer', 'refused'),
            message: text(),
          }),
        ),
      }),
    ),
    open: salesOf,
    toSend: salesOf,
    toCheck: count,
    differences: count,
    completeThrough: orNull(day),
    signedOffThrough: orNull(day),
    openMonths: list(text('YYYY-MM')),
  }),
);

const grouped = <A>(items: readonly A[], keyOf: (item: A) => string): ReadonlyMap<string, readonly A[]> => {
  const groups = new Map<string, A[]>();
  for (const one of items) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
};

/** Whether a storefront's sums alone do not show up to which day it is complete, so that its days must be read. */
const needsDays = (span: CountedSpan | undefined, first: string | undefined): boolean =>
  span !== undefined && first !== undefined && span.first <= first && (span.incomplete > 0 || !isContiguous(span));

const isContiguous = ({ first, last, days }: CountedSpan): boolean => numberOf(last) - numberOf(first) + 1 === days;

const millisecondsOfDay = 86_400_000;

/** Days since 1970. Comparing the calendars of thousands of storefronts as numbers costs little. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / millisecondsOfDay;

const firstDayOf = (runs: readonly RequestedRun[], storefront: string): string | undefined =>
  runs
    .filter(({ storefronts }) => storefronts.includes(storefront))
    .map(({ range }) => range.from)
    .sort()[0];

type Index = Readonly<{
  spans: ReadonlyMap<string, CountedSpan>;
  days: ReadonlyMap<string, readonly CountedDay[]>;
  caughtUp: ReadonlyMap<string, Instant>;
}>;

const sumUp = (
  { accounts, storefronts, isLimited }: OverviewRequest,
  accountOf: (storefront: string) => string,
  facts: AccountFacts,
  counted: readonly CountedDay[],
  now: Instant,
): readonly AccountOverview[] => {
  const shown = new Set(storefronts);
  const index: Index = {
    spans: new Map(facts.counted.map((span) => [span.storefront, span])),
    days: grouped(counted, ({ storefront }) => storefront),
    caughtUp: new Map(facts.caughtUp.map(({ storefront, at }) => [storefront, at])),
  };
  const ofAccount = grouped(storefronts, accountOf);
  const runs = grouped(
    facts.runs.filter((run) => !isLimited || run.storefronts.every((name) => shown.has(name))),
    ({ account }) => account,
  );
  const matters = grouped(
    facts.matters.filter(({ storefront }) => shown.has(storefront)),
    ({ account }) => account,
  );
  const toSend = grouped(
    facts.toSend.filter(({ storefront }) => shown.has(storefront)),
    ({ account }) => account,
  );
  const stops = grouped(facts.stops, ({ account }) => account);
  const closed = grouped(facts.closedMonths, ({ account }) => account);
  return accounts
    .map((name): AccountOverview => {
      const own = ofAccount.get(name) ?? [];
      const ownRuns = runs.get(name) ?? [];
      const ownMatters = matters.get(name) ?? [];
      const firsts = own.map((storefront) => firstDayOf(ownRuns, storefront));
      const caughtUp = own.flatMap((one) => index.caughtUp.get(one) ?? []);
      const read = [...ownRuns.map(({ at }) => at), ...caughtUp];
      const open = ownMatters.filter(({ isSent }) => !isSent);
      const [first = null] = firsts.filter((day) => day !== undefined).sort();
      const months = new Set((closed.get(name) ?? []).map(({ month }) => month));
      return {
        ...{ name, storefronts: own, lastSyncAt: read.sort().at(-1) ?? null },
        trouble: troubleOf(ownRuns, caughtUp, stops.get(name) ?? [], now),
        open: { count: countAll(open), totals: openTotals(open) },
        toSend: { count: countAll(toSend.get(name) ?? []), totals: openTotals(toSend.get(name) ?? []) },
        toCheck: countAll(ownMatters) - countAll(open),
        differences: own.reduce((all, storefront) => {
          const { missing = 0, differing = 0 } = index.spans.get(storefront) ?? {};
          return all + missing + differing;
        }, 0),
        completeThrough: earliest(own.map((storefront, at) => completeOf(index, storefront, firsts[at]))),
        signedOffThrough: earliest(own.map((storefront) => signedThrough(ownRuns, storefront))),
        openMonths: openMonthsOf(first, now.slice(0, 10), months),
      };
    })
    .sort(byWork);
};

/** A day without catch-up is trouble, because catch-up reads each storefront several times an hour. */
const longestSilence = millisecondsOfDay;

const troubleOf = (
  runs: readonly RequestedRun[],
  caughtUp: readonly Instant[],
  stops: AccountFacts['stops'],
  now: Instant,
): AccountTrouble | null => {
  const newest = runs.reduce<RequestedRun | null>(
    (last, run) => (last === null || run.at > last.at ? run : last),
    null,
  );
  if (newest?.isStopped === true) {
    const ofNewest = stops.filter(({ at }) => at === newest.at).map(({ note }) => stopFrom(note));
    const causes = ofNewest.flatMap((stop) => (O.isSome(stop) ? [stop.value] : []));
    return { kind: 'stopped', since: newest.at, causes };
  }
  const [latest = null] = [...caughtUp].sort();
  if (latest !== null && Date.parse(now) - Date.parse(latest) > longestSilence)
    return { kind: 'no longer read', since: latest, causes: [] };
  return newest === null && latest === null ? { kind: 'never read', since: null, causes: [] } : null;
};

const countAll = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((all, { count }) => all + count, 0);

const earliest = (days: readonly (string | null)[]): string | null => {
  const known = days.filter((day) => day !== null);
  return known.length < days.length ? null : ([...known].sort()[0] ?? null);
};

const completeOf = ({ spans, days }: Index, storefront: string, first: string | undefined): string | null => {
  const span = spans.get(storefront);
  if (span === undefined || first === undefined || span.first > first || span.last < first) return null;
  if (!needsDays(span, first)) return span.last;
  return completeThrough(daysOf({ from: first, to: span.last }), days.get(storefront) ?? []);
};

/** The last day of an unbroken series of signed days that begins with the first synced day. */
const signedThrough = (runs: readonly RequestedRun[], storefront: string): string | null => {
  const first = firstDayOf(runs, storefront);
  if (first === undefined) return null;
  const signed = runs
    .filter(({ storefronts, isSignedOff }) => isSignedOff && storefronts.includes(storefront))
    .map(({ range }) => range)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  let last: string | null = null;
  for (const { from, to } of signed) {
    if (from > (last === null ? first : dayAfter(last))) break;
    if (last === null || to > last) last = to;
  }
  return last;
};

const dayAfter = (day: string): string => instantOfMilliseconds((numberOf(day) + 1) * millisecondsOfDay).slice(0, 10);

const openMonthsOf = (first: string | null, today: string, closed: ReadonlySet<string>): readonly string[] => {
  const open: string[] = [];
  if (first === null) return open;
  for (let month = first.slice(0, 7); month < today.slice(0, 7); month = monthsLater(month, 1))
    if (!closed.has(month)) open.push(month);
  return open;
};

/** Accounts in trouble come first, then those with open sales, differences and sales to check, then the least complete. */
const byWork = (a: AccountOverview, b: AccountOverview): number =>
  Number(b.trouble !== null) - Number(a.trouble !== null) ||
  b.open.count - a.open.count ||
  b.differences - a.differences ||
  b.toCheck - a.toCheck ||
  (a.completeThrough ?? '').localeCompare(b.completeThrough ?? '') ||
  (a.name < b.name ? -1 : 1);
