import { defaultAccount, type SyncDatabase } from '../../domain/inbox.ts';
import { emptyMemory, type Memory, memoryOf } from './memory.ts';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { memoryInbox } from './inbox.ts';
import { memoryPages } from './pages.ts';
import type { RateLimitStore } from '../../domain/rate-limit-store.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isFinalStatus, type Run } from '../../domain/run.ts';
import type { SyncStore } from '../../domain/sync-store.ts';
import { isLeased, noSuchRunError, otherAccountError, runIdTakenError, runRequestKey } from '../store-rules.ts';
import { memoryProof } from './proof.ts';
import { memoryReport, memoryReviews } from './report.ts';

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
    proof: memoryProof(memory),
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
  acquireLease: (storefront, owner, { now, until, maxUntil = until, renews = false }, isGone) =>
    TE.fromIO(() => {
      const current = memory.leases.get(storefront);
      if (renews && current?.owner !== owner) return O.some(current?.owner ?? '');
      const isTaken =
        current !== undefined &&
        current.owner !== owner &&
        isLeased(current.until, { now, until: maxUntil }) &&
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
