import { defaultAccount, type SyncDatabase } from '../../domain/inbox.ts';
import { emptyMemory, type Memory, memoryOf } from './memory.ts';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryInbox } from './inbox.ts';
import { memoryPages } from './pages.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import {
  findingKind,
  isFinalStatus,
  openChannelOf,
  type ReportLine,
  type Run,
  type RunSummary,
} from '../../domain/run.ts';
import type { LineFilter, SyncStore } from '../../domain/sync-store.ts';
import {
  findFirstDay,
  isLeased,
  noSuchRunError,
  otherAccountError,
  parsePosition,
  runIdTakenError,
  runRequestKey,
} from '../store-rules.ts';
import type { RefundTotal, ReviewStore } from '../../domain/review-store.ts';
import { buildSummary, countByOutcome, type LineGroup, outcomeTotals, sumRefunds } from '../summary.ts';

/**
 * A sync database that lasts as long as the process: for tests, and as the simulator's model of the others. SQLite's `:memory:`
 * does not take its place: 60 worlds of the simulation need 20 s with this one and 48 s of computing with SQLite, it opens at
 * once, without a driver, and it is a second reading of what a sync database promises.
 *
 * Closing it changes nothing, so that a "restarted" program can be given the same store again. It keeps every report line
 * in memory: for long runs use SQLite.
 *
 * @example
 * const store = memoryStore();
 * await store.openRun(request, { id: 'run-1', at: '2026-01-01T00:00:00Z' })();
 */
export const memoryStore = (): SyncDatabase => storeOverMemory(emptyMemory());

/** A store over memory that the caller keeps, so that a copy of it can be restored later. */
export const storeOverMemory = (memory: Memory): SyncDatabase => accountOverMemory(memory, defaultAccount);

const accountOverMemory = (whole: Memory, account: string): SyncDatabase => {
  const memory = memoryOf(whole, account);
  return {
    ...memoryRuns(memory, account),
    ...memoryLeases(memory),
    ...memoryPages(memory),
    ...memoryReport(memory),
    inbox: memoryInbox(memory),
    rateLimit: memoryRateLimit(memory),
    reviews: memoryReviews(memory),
    forAccount: (other) => accountOverMemory(whole, other),
    accountOfRun: (id) => TE.fromIO(() => accountOfRun(whole, id)),
    close: TE.right(undefined),
  };
};

const accountOfRun = ({ accounts }: Memory, id: O.Option<string>): O.Option<string> => {
  const all = [...accounts].flatMap(([account, { runs }]) => [...runs.values()].map((run) => ({ account, run })));
  const wanted = all.filter(({ run }) => (O.isSome(id) ? run.id === id.value : run.kind !== 'live'));
  const newest = wanted.sort((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1)).at(-1);
  return O.fromNullable(newest?.account);
};

const changeRun = (memory: Memory, runId: string, by: (run: Run) => Run): ReturnType<SyncStore['closeRun']> =>
  TE.fromIOEither(() => {
    const run = memory.runs.get(runId);
    if (run === undefined) return E.left(noSuchRunError(runId));
    memory.runs.set(runId, by(run));
    return E.right(undefined);
  });

const memoryRuns = (
  memory: Memory,
  account: string,
): Pick<SyncStore, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'> => ({
  openRun: (request, fresh) =>
    TE.fromIOEither(() => {
      for (const storefront of request.storefronts) {
        const known = memory.accountOf.get(storefront) ?? account;
        if (known !== account) return E.left(otherAccountError(storefront, known, account));
      }
      if (!request.dryRun) for (const storefront of request.storefronts) memory.accountOf.set(storefront, account);
      const key = runRequestKey(request);
      const open = [...memory.runs.values()]
        .reverse()
        .find((run) => !isFinalStatus(run.status) && runRequestKey(run) === key);
      if (open === undefined && [...memory.accounts.values()].some(({ runs }) => runs.has(fresh.id)))
        return E.left(runIdTakenError(fresh.id));
      const { storefronts, range, dryRun, kind, intoClosedPeriods } = request;
      const run: Run = {
        id: open?.id ?? fresh.id,
        storefronts,
        range,
        dryRun,
        status: 'running',
        startedAt: open?.startedAt ?? fresh.at,
        finishedAt: null,
        timeZones: open?.timeZones ?? {},
        ...(kind === 'live' && { kind }),
        ...(intoClosedPeriods === true && { intoClosedPeriods }),
      };
      memory.runs.set(run.id, run);
      if (open === undefined) memory.lines.set(run.id, new Map());
      return E.right(run);
    }),

  findRun: O.match(
    () => TE.fromIO(() => O.fromNullable([...memory.runs.values()].filter(({ kind }) => kind !== 'live').at(-1))),
    (id) => TE.fromIO(() => O.fromNullable(memory.runs.get(id))),
  ),

  setTimeZone: (runId, storefront, timeZone) =>
    changeRun(memory, runId, (run) => ({ ...run, timeZones: { ...run.timeZones, [storefront]: timeZone } })),

  closeRun: (runId, status, at) =>
    changeRun(memory, runId, (run) => {
      if (isFinalStatus(run.status)) return run;
      if (isFinalStatus(status)) memory.references.delete(runId);
      return { ...run, status, finishedAt: status === 'running' ? null : at };
    }),
});

const memoryLeases = (memory: Memory): Pick<SyncStore, 'acquireLease' | 'releaseLease'> => ({
  acquireLease: (storefront, owner, { now, until, renews = false }, isGone) =>
    TE.fromIO(() => {
      const current = memory.leases.get(storefront);
      if (renews && current?.owner !== owner) return O.some(current?.owner ?? '');
      const isTaken =
        current !== undefined &&
        current.owner !== owner &&
        isLeased(current.until, { now, until }) &&
        !isGone(current.owner);
      if (isTaken) return O.some(current.owner);
      memory.leases.set(storefront, { owner, until });
      return O.none;
    }),

  releaseLease: (storefront, owner) =>
    TE.fromIO(() => {
      if (memory.leases.get(storefront)?.owner === owner) memory.leases.delete(storefront);
    }),
});

const memoryRateLimit = ({ rateLimit: limit }: Memory): RateLimitStore => ({
  pausedUntil: TE.fromIO(() => limit.pausedUntil),

  pauseUntil: (until, maxAhead) =>
    TE.fromIO(() => {
      const at = Math.ceil(until);
      limit.pausedUntil = limit.pausedUntil > at + maxAhead ? at : Math.max(limit.pausedUntil, at);
    }),

  reserveStarts: ({ now, count, interval, maxAhead }) =>
    TE.fromIO(() => {
      const first = limit.nextTurn > now + maxAhead ? Math.ceil(now) : Math.max(Math.ceil(now), limit.nextTurn);
      limit.nextTurn = first + Math.ceil(count * interval);
      return first;
    }),
});

const refundTotalsOf = (lines: readonly ReportLine[]): readonly RefundTotal[] =>
  sumRefunds(
    lines.flatMap(({ amounts, adjustments }) =>
      amounts === null
        ? []
        : adjustments
            .filter(({ kind, sent }) => kind === 'refund' && !sent)
            .map(({ currency, amount }) => ({
              currency,
              jurisdiction: amounts.jurisdiction,
              month: amounts.month,
              count: 1,
              amount,
            })),
    ),
  );

const memoryReviews = (memory: Memory): ReviewStore => ({
  listRuns: ({ before, limit }) =>
    TE.fromIO(() => {
      const all = [...memory.runs.values()].filter(({ kind }) => kind !== 'live').reverse();
      const start = O.isNone(before) ? 0 : all.findIndex(({ id }) => id === before.value) + 1;
      const rest = O.isSome(before) && start === 0 ? [] : all.slice(start);
      const runs = rest.slice(0, Math.max(1, limit));
      return { runs, next: runs.length < rest.length ? O.fromNullable(runs.at(-1)?.id) : O.none };
    }),
  outcomeCounts: (runId) =>
    TE.fromIO(() => {
      return countByOutcome(linesOf(memory, runId).map(({ outcome }) => ({ outcome, count: 1 })));
    }),
  overview: (runId) =>
    TE.fromIO(() => {
      const lines = linesOf(memory, runId);
      return {
        summary: summarizeLines(lines),
        totals: outcomeTotals(lines.map(toGroup)),
        refunds: refundTotalsOf(lines),
      };
    }),
  saveSignOff: (signOff) => TE.fromIO(() => void memory.signOffs.push(signOff)),
  signOffs: (runId) => TE.fromIO(() => memory.signOffs.filter((one) => one.runId === runId)),
  closePeriod: (closed) =>
    TE.fromIO(() => {
      if (!memory.closedPeriods.has(closed.month)) memory.closedPeriods.set(closed.month, closed);
    }),
  reopenPeriod: (month) => TE.fromIO(() => void memory.closedPeriods.delete(month)),
  firstSyncedDay: (storefront) =>
    TE.fromIO(() =>
      findFirstDay(
        [...memory.runs.values()].filter(({ kind }) => kind !== 'live'),
        storefront,
      ),
    ),
  saveDailyCounts: (days) =>
    TE.fromIO(() => {
      for (const day of days) memory.dailyCounts.set(`${day.storefront} ${day.day}`, day);
    }),
  dailyCounts: (storefront, { from, to }) =>
    TE.fromIO(() =>
      [...memory.dailyCounts.values()]
        .filter((one) => one.storefront === storefront && one.day >= from && one.day <= to)
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    ),
  closedPeriods: TE.fromIO(() => [...memory.closedPeriods.values()].sort((a, b) => (a.month < b.month ? -1 : 1))),
});

const matches = (wanted: string | undefined, is: string | null | undefined): boolean =>
  wanted === undefined || wanted === is;

const passesFilter =
  ({
    outcomes,
    storefront,
    id,
    reason,
    finding,
    jurisdiction,
    month,
    text = '',
    hasAdjustments = false,
    unsentAdjustment,
  }: LineFilter) =>
  (line: ReportLine): boolean =>
    matches(id, line.id) &&
    (outcomes === undefined || outcomes.includes(line.outcome)) &&
    matches(storefront, line.storefront) &&
    matches(reason, line.reason) &&
    matches(jurisdiction, line.amounts?.jurisdiction) &&
    matches(month, line.amounts?.month) &&
    (finding === undefined || line.findings.some((one) => one === finding || findingKind(one) === finding)) &&
    (!hasAdjustments || line.adjustments.length > 0) &&
    (unsentAdjustment === undefined || line.adjustments.some(({ kind, sent }) => kind === unsentAdjustment && !sent)) &&
    [line.name, line.sourceId, line.id].some((part) => part.toLowerCase().includes(text.toLowerCase()));

const linesOf = (memory: Memory, runId: string): readonly ReportLine[] => [
  ...(memory.lines.get(runId)?.values() ?? []),
];

const toGroup = ({ outcome, reason, amounts }: ReportLine): LineGroup => ({ outcome, reason, amounts, count: 1 });

const summarizeLines = (lines: readonly ReportLine[]): RunSummary =>
  buildSummary(
    lines.map(toGroup),
    lines.flatMap(({ findings }) => findings.map((kind) => ({ kind, count: 1 }))),
    lines.flatMap(({ adjustments }) =>
      adjustments.map(({ kind, currency, amount, sent }) => ({ kind, currency, amount, sent, count: 1 })),
    ),
    lines.flatMap(({ amounts, findings }) =>
      findings.flatMap((finding) => {
        const channel = openChannelOf(finding);
        if (channel === undefined || amounts === null) return [];
        return [{ channel, currency: amounts.currency, count: 1, total: amounts.total }];
      }),
    ),
  );

const memoryReport = (memory: Memory): Pick<SyncStore, 'summarizeRun' | 'findLines' | 'findByNumber'> => ({
  summarizeRun: (runId) => TE.fromIO(() => summarizeLines(linesOf(memory, runId))),

  findLines: (runId, filter, { after, limit }) =>
    TE.fromIOEither(() => {
      const start = parsePosition(after);
      if (E.isLeft(start)) return start;
      const rest = linesOf(memory, runId)
        .map((line, place) => ({ line, place }))
        .filter(({ line, place }) => place > start.right && passesFilter(filter)(line));
      const taken = rest.slice(0, Math.max(1, limit));
      const next = taken.length === rest.length ? undefined : taken.at(-1)?.place.toString();
      return E.right({ lines: taken.map(({ line }) => line), next: O.fromNullable(next) });
    }),

  findByNumber: (storefront, number) =>
    TE.fromIO(() => {
      const named = [...memory.lines.keys()]
        .flatMap((runId) => linesOf(memory, runId))
        .filter((line) => line.storefront === storefront && line.kind === 'sale')
        .filter(({ name }) => ` ${name} `.toLowerCase().includes(` ${number} `.toLowerCase()));
      return [...new Map(named.map(({ sourceId, amounts }) => [sourceId, { sourceId, amounts }])).values()].slice(
        0,
        20,
      );
    }),
});
