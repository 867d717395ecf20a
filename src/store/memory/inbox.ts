import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Inbox, maxDeferral, type ResyncOutcome, type ResyncRequest } from '../../domain/inbox.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import { isLeased, isTaskStarted } from '../store-rules.ts';
import { memoryAccountFacts } from './account-facts.ts';
import { memoryErasure } from './erase.ts';
import type { Memory, QueuedRequest } from './memory.ts';
import { maxClockSkew } from '../../domain/environment.ts';
import { liveRunId } from '../../domain/run.ts';

export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

export const memoryInbox = (memory: Memory): Inbox => ({
  ...memoryResyncRequests(memory),
  ...memoryErasure(memory),
  ...memoryAccountFacts(memory),

  receiveDelivery: ({ storefront, deliveryId, recordId, isDeletion, receivedAt }) =>
    TE.fromIO(() => {
      const at = millisecondsOf(receivedAt);
      if (memory.deliveries.has(keyOf(storefront, deliveryId))) return false;
      memory.deliveries.set(keyOf(storefront, deliveryId), { storefront, deliveryId, receivedAt: at });
      if (recordId !== null) enqueueRequest(memory, storefront, recordId, { isDeletion, at, isFromWebhook: true });
      return true;
    }),

  newestDeliveries: (storefront, limit) =>
    TE.fromIO(() =>
      [...memory.deliveries.values()]
        .filter((one) => one.storefront === storefront)
        .sort((a, b) => b.receivedAt - a.receivedAt)
        .slice(0, limit)
        .map(({ deliveryId, receivedAt }) => ({ deliveryId, receivedAt: instantOfMilliseconds(receivedAt) })),
    ),

  forgetDeliveries: (before) =>
    TE.fromIO(() => {
      const old = [...memory.deliveries].filter(([, { receivedAt }]) => receivedAt < millisecondsOf(before));
      for (const [delivery] of old) memory.deliveries.delete(delivery);
      return old.length;
    }),

  catchUpCursor: (storefront) => TE.fromIO(() => O.fromNullable(memory.caughtUpTo.get(storefront))),
  setCatchUpCursor: (storefront, at) => TE.fromIO(() => void memory.caughtUpTo.set(storefront, at)),

  lastTaskStart: (task, storefront) =>
    TE.fromIO(() => O.map(instantOfMilliseconds)(O.fromNullable(memory.taskStarts.get(keyOf(task, storefront))))),
  knownStorefronts: TE.fromIO(() =>
    [...memory.accounts.values()]
      .flatMap(({ runs }) => [...runs.values()])
      .flatMap(({ id, timeZones }) =>
        Object.entries(timeZones)
          .filter(([storefront]) => id === liveRunId(storefront))
          .map(([storefront, timeZone]) => ({ storefront, timeZone, lastStarts: lastStartsOf(memory, storefront) })),
      ),
  ),
  unfinishedRuns: TE.fromIO(() =>
    [...memory.accounts]
      .flatMap(([account, { runs }]) => [...runs.values()].map((run) => ({ account, run })))
      .filter(({ run }) => run.status === 'running' && run.kind !== 'live')
      .sort((a, b) => millisecondsOf(a.run.startedAt) - millisecondsOf(b.run.startedAt))
      .map(({ account, run: { id, storefronts } }) => ({ account, runId: id, storefronts })),
  ),
  startTask: (task, storefront, dueAt, at) =>
    TE.fromIO(() => {
      const before = memory.taskStarts.get(keyOf(task, storefront));
      if (before !== undefined && isTaskStarted(before, dueAt, at)) return false;
      memory.taskStarts.set(keyOf(task, storefront), millisecondsOf(at));
      return true;
    }),

  saveResolution: (resolution) => TE.fromIO(() => void memory.resolutions.push(resolution)),
  resolutions: (storefront) =>
    TE.fromIO(() => memory.resolutions.filter((resolution) => resolution.storefront === storefront)),
});

const lastStartsOf = ({ taskStarts }: Memory, storefront: string): Readonly<Record<string, Instant>> =>
  Object.fromEntries(
    [...taskStarts].flatMap(([key, at]) => {
      const [task = '', of] = JSON.parse(key) as readonly string[];
      return of === storefront ? [[task, instantOfMilliseconds(at)]] : [];
    }),
  );

/** Requests a resync of a record. A waiting request keeps its position and its pause; a parked one starts over. */
const enqueueRequest = (
  { resyncRequests }: Memory,
  storefront: string,
  recordId: string,
  { isDeletion, at, isFromWebhook = false }: { isDeletion: boolean; at: number; isFromWebhook?: boolean },
): void => {
  const key = keyOf(storefront, recordId);
  const previous = resyncRequests.get(key);
  const { isDeletion: wasDeletion = false, requestCount = 0 } = previous?.request ?? {};
  const waiting = previous === undefined || previous.isParked ? undefined : previous;
  resyncRequests.set(key, {
    request: {
      storefront,
      recordId,
      isDeletion: isDeletion || wasDeletion,
      requestCount: requestCount + 1,
      attempts: waiting?.request.attempts ?? 0,
      firstRequestedAt: waiting?.request.firstRequestedAt ?? instantOfMilliseconds(at),
      ...((isFromWebhook || previous?.request.isFromWebhook === true) && { isFromWebhook: true }),
    },
    isParked: false,
    dueAt: waiting?.dueAt ?? at,
    claim: previous?.claim ?? null,
  });
};

/** The request after an outcome; undefined when it is settled. */
const afterOutcome = (
  now: QueuedRequest,
  { requestCount, attempts }: ResyncRequest,
  outcome: ResyncOutcome,
): QueuedRequest | undefined => {
  const isSame = now.request.requestCount === requestCount;
  const free: QueuedRequest = { ...now, claim: null };
  const fresh = { ...free, request: { ...free.request, attempts: 0 } };
  switch (outcome._tag) {
    case 'Settled':
      return isSame ? undefined : fresh;
    case 'Later':
      return { ...free, request: { ...free.request, attempts: attempts + 1 }, dueAt: outcome.retryAt };
    case 'Released':
      return free;
    case 'Parked':
      return isSame ? { ...free, isParked: true } : fresh;
  }
};

const byDueTime = (a: QueuedRequest, b: QueuedRequest): number =>
  a.dueAt - b.dueAt || (a.request.recordId < b.request.recordId ? -1 : 1);

/** Those that may be claimed once they are due, by their due time. */
const freeRequests = (memory: Memory, by: Parameters<typeof isLeased>[1]): readonly QueuedRequest[] =>
  [...memory.resyncRequests.values()]
    .filter(({ isParked, claim }) => !isParked && (claim === null || !isLeased(claim.until, by)))
    .sort(byDueTime);

/** Deferred by a wrong clock. */
const isTooFarAhead = ({ dueAt }: QueuedRequest, now: number): boolean => dueAt > now + maxDeferral + maxClockSkew;

const memoryResyncRequests = (
  memory: Memory,
): Pick<Inbox, 'enqueue' | 'claim' | 'storefrontsWithRequests' | 'recordOutcome' | 'state'> => ({
  enqueue: (storefront, recordIds, at) =>
    TE.fromIO(() => {
      for (const recordId of new Set(recordIds)) {
        enqueueRequest(memory, storefront, recordId, { isDeletion: false, at: millisecondsOf(at) });
      }
    }),

  claim: (storefront, { now, until, owner, limit }) =>
    TE.fromIO(() => {
      const free = freeRequests(memory, { now, until }).filter(({ request }) => request.storefront === storefront);
      const inTime = free.filter(({ dueAt }) => dueAt <= now);
      const ahead = free.filter((queued) => isTooFarAhead(queued, now));
      const due = (inTime.length > 0 ? inTime : ahead).slice(0, limit);
      for (const queued of due) {
        memory.resyncRequests.set(keyOf(storefront, queued.request.recordId), { ...queued, claim: { owner, until } });
      }
      return due.map(({ request }) => request);
    }),

  storefrontsWithRequests: ({ now, until }) =>
    TE.fromIO(() => {
      const due = freeRequests(memory, { now, until }).filter((one) => one.dueAt <= now || isTooFarAhead(one, now));
      return [...new Set(due.map(({ request }) => request.storefront))].sort();
    }),

  recordOutcome: (request, owner, outcome) =>
    TE.fromIO(() => {
      const key = keyOf(request.storefront, request.recordId);
      const now = memory.resyncRequests.get(key);
      if (now?.claim?.owner !== owner) return;
      const next = afterOutcome(now, request, outcome);
      if (next === undefined) memory.resyncRequests.delete(key);
      else memory.resyncRequests.set(key, next);
    }),

  state: TE.fromIO(() => {
    const all = [...memory.resyncRequests.values()];
    return [...new Set(all.map(({ request }) => request.storefront))].sort().map((storefront) => {
      const own = all.filter(({ request }) => request.storefront === storefront);
      const waiting = own.filter(({ isParked }) => !isParked);
      const due = waiting.filter(({ request }) => request.attempts === 0);
      const [oldest] = due.map(({ request }) => millisecondsOf(request.firstRequestedAt)).sort((a, b) => a - b);
      return {
        storefront,
        due: due.length,
        deferred: waiting.length - due.length,
        parked: own.length - waiting.length,
        oldest: oldest === undefined ? null : instantOfMilliseconds(oldest),
      };
    });
  }),
});
