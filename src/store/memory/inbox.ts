import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Inbox, maxDeferral, type ResyncOutcome, type ResyncRequest } from '../../domain/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import { isLeased, isTaskStarted } from '../store-rules.ts';
import type { Memory, QueuedRequest } from './memory.ts';
import { maxClockSkew } from '../../domain/environment.ts';
import type { ReportLine } from '../../domain/run.ts';

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

export const memoryInbox = (memory: Memory): Inbox => ({
  ...memoryResyncRequests(memory),
  ...memoryErasure(memory),

  receiveDelivery: ({ storefront, deliveryId, recordId, isDeletion, receivedAt }) =>
    TE.fromIO(() => {
      const at = millisecondsOf(receivedAt);
      if (memory.deliveries.has(keyOf(storefront, deliveryId))) return false;
      memory.deliveries.set(keyOf(storefront, deliveryId), { storefront, receivedAt: at });
      if (recordId !== null) enqueueRequest(memory, storefront, recordId, { isDeletion, at });
      return true;
    }),

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

export const resyncKey = (storefront: string, recordId: string): string => JSON.stringify([storefront, recordId]);

/** Requests a resync of a record. A waiting request keeps its position and its pause; a parked one starts over. */
const enqueueRequest = (
  { resyncRequests }: Memory,
  storefront: string,
  recordId: string,
  { isDeletion, at }: { readonly isDeletion: boolean; readonly at: number },
): void => {
  const key = resyncKey(storefront, recordId);
  const previous = resyncRequests.get(key);
  const startsOver = previous === undefined || previous.isParked;
  resyncRequests.set(key, {
    storefront,
    recordId,
    isDeletion: isDeletion || previous?.isDeletion === true,
    requestCount: (previous?.requestCount ?? 0) + 1,
    attempts: startsOver ? 0 : previous.attempts,
    firstRequestedAt: startsOver ? instantOfMilliseconds(at) : previous.firstRequestedAt,
    isParked: false,
    dueAt: startsOver ? at : previous.dueAt,
    claim: previous?.claim ?? null,
  });
};

const toResyncRequest = ({
  storefront,
  recordId,
  isDeletion,
  requestCount,
  attempts,
  firstRequestedAt,
}: QueuedRequest): ResyncRequest => ({
  storefront,
  recordId,
  isDeletion,
  requestCount,
  attempts,
  firstRequestedAt,
});

/** The request after an outcome; undefined when it is settled. */
const afterOutcome = (
  now: QueuedRequest,
  request: ResyncRequest,
  outcome: ResyncOutcome,
): QueuedRequest | undefined => {
  const isSame = now.requestCount === request.requestCount;
  const free: QueuedRequest = { ...now, claim: null };
  switch (outcome._tag) {
    case 'Settled':
      return isSame ? undefined : { ...free, attempts: 0 };
    case 'Later':
      return { ...free, attempts: request.attempts + 1, dueAt: outcome.retryAt };
    case 'Released':
      return free;
    case 'Parked':
      return isSame ? { ...free, isParked: true } : { ...free, attempts: 0 };
  }
};

const byDueTime = (a: QueuedRequest, b: QueuedRequest): number =>
  a.dueAt - b.dueAt || (a.recordId < b.recordId ? -1 : 1);

const memoryResyncRequests = (memory: Memory): Pick<Inbox, 'enqueue' | 'claim' | 'recordOutcome' | 'state'> => ({
  enqueue: (storefront, recordIds, at) =>
    TE.fromIO(() => {
      for (const recordId of new Set(recordIds)) {
        enqueueRequest(memory, storefront, recordId, { isDeletion: false, at: millisecondsOf(at) });
      }
    }),

  claim: (storefront, { now, until, owner, limit }) =>
    TE.fromIO(() => {
      const free = [...memory.resyncRequests.values()]
        .filter((request) => request.storefront === storefront && !request.isParked)
        .filter(({ claim }) => claim === null || !isLeased(claim.until, { now, until }))
        .sort(byDueTime);
      const inTime = free.filter(({ dueAt }) => dueAt <= now);
      const ahead = free.filter(({ dueAt }) => dueAt > now + maxDeferral + maxClockSkew);
      const due = (inTime.length > 0 ? inTime : ahead).slice(0, limit);
      for (const request of due) {
        memory.resyncRequests.set(resyncKey(storefront, request.recordId), { ...request, claim: { owner, until } });
      }
      return due.map(toResyncRequest);
    }),

  recordOutcome: (request, owner, outcome) =>
    TE.fromIO(() => {
      const key = resyncKey(request.storefront, request.recordId);
      const now = memory.resyncRequests.get(key);
      if (now?.claim?.owner !== owner) return;
      const next = afterOutcome(now, request, outcome);
      if (next === undefined) memory.resyncRequests.delete(key);
      else memory.resyncRequests.set(key, next);
    }),

  state: TE.fromIO(() => {
    const all = [...memory.resyncRequests.values()];
    return [...new Set(all.map(({ storefront }) => storefront))].sort().map((storefront) => {
      const own = all.filter((request) => request.storefront === storefront);
      const waiting = own.filter(({ isParked }) => !isParked);
      const due = waiting.filter(({ attempts }) => attempts === 0);
      const oldest = due.map(({ firstRequestedAt }) => millisecondsOf(firstRequestedAt)).sort((a, b) => a - b)[0];
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

interface ErasureScope {
  readonly storefront: string;
  /** Null: all of the storefront. */
  readonly recordIds: ReadonlySet<string> | null;
}

const withoutPersonalData = (line: ReportLine): ReportLine => ({
  ...line,
  name: line.sourceId,
  message: null,
  adjustments: line.adjustments.map((adjustment) => ({ ...adjustment, message: '' })),
});

const holdsAnything = ({ name, sourceId, message, adjustments }: ReportLine): boolean =>
  name !== sourceId || message !== null || adjustments.some((adjustment) => adjustment.message !== '');

/** Whether a note names a record, whether or not any run has looked at it: `shopify:1:5012:refund:901/0a1b2c3d` names 5012. */
const namesRecord = (id: string, recordIds: ReadonlySet<string>): boolean => {
  const record = id.split(':').slice(2).join(':');
  return [...recordIds].some((one) => record === one || record.startsWith(`${one}:`) || record.startsWith(`${one}/`));
};

const eraseScope = (memory: Memory, { storefront, recordIds }: ErasureScope): number => {
  const isInScope = (row: { readonly storefront: string; readonly sourceId: string }): boolean =>
    row.storefront === storefront && (recordIds?.has(row.sourceId) ?? true);
  const erased = new Set<string>();
  const ids = new Set<string>();
  for (const lines of memory.lines.values()) {
    for (const [id, line] of lines) {
      if (!isInScope(line)) continue;
      ids.add(id);
      if (holdsAnything(line)) erased.add(line.sourceId);
      lines.set(id, withoutPersonalData(line));
    }
  }
  for (const [id, submission] of memory.submissions) {
    if (!isInScope(submission)) continue;
    if (submission.body !== null || submission.name !== id) erased.add(submission.sourceId);
    memory.submissions.set(id, { ...submission, name: id, body: null });
  }
  for (const [index, resolution] of memory.resolutions.entries()) {
    if (resolution.storefront !== storefront) continue;
    // A note is a person's own text about one of these.
    const isAbout =
      recordIds === null ||
      namesRecord(resolution.id, recordIds) ||
      [...ids].some((id) => resolution.id === id || resolution.id.startsWith(`${id}/`));
    if (isAbout) memory.resolutions[index] = { ...resolution, note: '', by: '' };
  }
  return erased.size;
};

const deleteStorefrontRows = <Row extends { readonly storefront: string }>(
  rows: Map<string, Row>,
  storefront: string,
): void => {
  for (const [key, row] of rows) if (row.storefront === storefront) rows.delete(key);
};

const memoryErasure = (memory: Memory): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge'> => ({
  eraseRecords: (storefront, recordIds) =>
    TE.fromIO(() => eraseScope(memory, { storefront, recordIds: new Set(recordIds) })),

  eraseStorefront: (storefront) =>
    TE.fromIO(() => {
      const count = eraseScope(memory, { storefront, recordIds: null });
      deleteStorefrontRows(memory.resyncRequests, storefront);
      deleteStorefrontRows(memory.deliveries, storefront);
      memory.caughtUpTo.delete(storefront);
      return count;
    }),

  purge: TE.right(true),
});
