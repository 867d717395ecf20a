import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { withoutPersonalData as auditWithoutPerson } from '../../domain/audit.ts';
import { type Inbox, maxDeferral, type ResyncOutcome, type ResyncRequest } from '../../domain/inbox.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import { idPrefixesOf, isLeased, isTaskStarted } from '../store-rules.ts';
import { memoryAccountFacts } from './account-facts.ts';
import type { Memory, QueuedRequest } from './memory.ts';
import { maxClockSkew } from '../../domain/environment.ts';
import { liveRunId, type ReportLine } from '../../domain/run.ts';

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

const withoutPersonalData = (line: ReportLine): ReportLine => ({
  ...line,
  name: line.sourceId,
  message: null,
  ...(line.detail !== undefined && { detail: { ...line.detail, zip: null } }),
  adjustments: line.adjustments.map((adjustment) => ({ ...adjustment, message: '' })),
});

const holdsAnything = ({ name, sourceId, message, detail, adjustments }: ReportLine): boolean =>
  name !== sourceId ||
  message !== null ||
  (detail !== undefined && detail.zip !== null) ||
  adjustments.some((adjustment) => adjustment.message !== '');

/** Whether a note names a record, whether or not any run has looked at it: `shopify:1:5012:refund:901/0a1b2c3d` names 5012. */
const namesRecord = (id: string, recordIds: ReadonlySet<string>): boolean => {
  const record = id.split(':').slice(2).join(':');
  return [...recordIds].some((one) => record === one || record.startsWith(`${one}:`) || record.startsWith(`${one}/`));
};

/** Whether a row is of a storefront, or of the same shop or account in another one, such as an imported file. */
const isOfStorefront = (
  accounts: readonly Memory[],
  storefront: string,
): ((row: { readonly storefront: string; readonly id: string }) => boolean) => {
  const lines = accounts
    .map((one) => [...one.lines.values()].flatMap((ofRun) => [...ofRun.values()]))
    .filter((ofAccount) => ofAccount.some((line) => line.storefront === storefront))
    .flat();
  const prefixes = idPrefixesOf(lines.filter((line) => line.storefront === storefront).map(({ id }) => id));
  const isOfShop = ({ id }: { readonly id: string }): boolean => prefixes.some((prefix) => id.startsWith(prefix));
  const others = new Set(lines.filter(isOfShop).map((line) => line.storefront));
  return (row) => row.storefront === storefront || (others.has(row.storefront) && isOfShop(row));
};

/** `recordIds`: null for all of the storefront. */
const eraseScope = (memory: Memory, storefront: string, recordIds: ReadonlySet<string> | null): number => {
  const accounts = [...memory.accounts.values()];
  const isOf = isOfStorefront(accounts, storefront);
  const isInScope = (row: { readonly storefront: string; readonly id: string; readonly sourceId: string }): boolean =>
    isOf(row) && (recordIds?.has(row.sourceId) ?? true);
  const erased = new Set<string>();
  const ids = new Set<string>();
  for (const lines of accounts.flatMap((one) => [...one.lines.values()])) {
    for (const [id, line] of lines) {
      if (!isInScope(line)) continue;
      ids.add(id);
      if (holdsAnything(line)) erased.add(line.sourceId);
      lines.set(id, withoutPersonalData(line));
    }
  }
  for (const { audit } of accounts) {
    for (const [index, record] of audit.entries()) {
      if (!isInScope(record)) continue;
      if (record.body !== null || record.name !== record.id) erased.add(record.sourceId);
      audit[index] = auditWithoutPerson(record);
    }
  }
  for (const { submissions } of accounts) {
    for (const [id, submission] of submissions) {
      if (!isInScope(submission)) continue;
      if (submission.body !== null || submission.name !== id) erased.add(submission.sourceId);
      submissions.set(id, { ...submission, name: id, body: null });
    }
  }
  for (const [index, resolution] of memory.resolutions.entries()) {
    if (!isOf(resolution)) continue;
    // A note is a person's own text about one of these.
    const isAbout =
      recordIds === null ||
      namesRecord(resolution.id, recordIds) ||
      [...ids].some((id) => resolution.id === id || resolution.id.startsWith(`${id}/`));
    if (isAbout) memory.resolutions[index] = { ...resolution, note: '', by: '' };
  }
  for (const { decisions } of accounts)
    for (const [key, decision] of decisions)
      if (isInScope(decision)) decisions.set(key, { ...decision, note: '', by: '' });
  return erased.size;
};

const memoryErasure = (memory: Memory): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge'> => ({
  eraseRecords: (storefront, recordIds) => TE.fromIO(() => eraseScope(memory, storefront, new Set(recordIds))),

  eraseStorefront: (storefront) =>
    TE.fromIO(() => {
      const { resyncRequests, deliveries } = memory;
      const count = eraseScope(memory, storefront, null);
      for (const [key, { request }] of resyncRequests)
        if (request.storefront === storefront) resyncRequests.delete(key);
      for (const [key, delivery] of deliveries) if (delivery.storefront === storefront) deliveries.delete(key);
      memory.caughtUpTo.delete(storefront);
      return count;
    }),

  purge: TE.right(true),
});
