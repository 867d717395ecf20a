/** Starts bulk operations: reuses one that a killed process left running, and starts those of the next windows ahead. */
import * as E from 'fp-ts/lib/Either.js';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';
import * as t from 'io-ts';
import type { Access } from '../client/access.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { connection } from '../records/connection.ts';
import { bulkLatest, bulkRun } from '../queries/index.ts';
import { bulkOrders } from '../queries/bulk.ts';
import { maybe } from '../records/values.ts';
import { processedBetween } from '../read/processed-between.ts';

/** The result of starting an operation. */
export type Started =
  | { readonly _tag: 'Started'; readonly operation: string }
  /** Shopify's limit of running operations is reached. */
  | { readonly _tag: 'Busy' }
  /** Shopify rejects the query. */
  | { readonly _tag: 'Refused' }
  /** The app may not run bulk operations. */
  | { readonly _tag: 'Denied' };

const Run = t.type(
  {
    bulkOperation: maybe(t.type({ id: t.string })),
    userErrors: t.readonlyArray(t.partial({ code: maybe(t.string) })),
  },
  'bulkOperationRunQuery',
);

const busyCodes: ReadonlySet<string> = new Set(['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']);

/** Starts the operation of a window, unless a running one fits. */
export const startOperation =
  (ask: Ask, access: Access) =>
  async (window: Window, now: number, isFirst: boolean): Promise<E.Either<SourceError, Started>> => {
    const query = bulkOrders(access, processedBetween(window));
    const running = isFirst ? await findRunning(ask, query, window, now) : E.right(undefined);
    if (E.isLeft(running)) return deniedOr(running.left);
    if (running.right !== undefined) return E.right({ _tag: 'Started', operation: running.right });
    const run = await askFor(ask)(bulkRun, { query }, 'bulkOperationRunQuery', Run);
    if (E.isLeft(run)) return deniedOr(run.left);
    const operation = run.right?.bulkOperation?.id;
    if (operation !== undefined) return E.right({ _tag: 'Started', operation });
    const codes = (run.right?.userErrors ?? []).map(({ code }) => code ?? '');
    if (codes.includes('ACCESS_DENIED')) return E.right({ _tag: 'Denied' });
    return E.right({ _tag: codes.some((code) => busyCodes.has(code)) ? 'Busy' : 'Refused' });
  };

/** Why orders are read in pages, and how to change it. */
export const bulkDenied =
  'Shopify denies bulk operations to this app, so orders are read in pages, which takes longer. Enable them in the Partner Dashboard: Apps, the app, API access requests, Run bulk operations, Allow bulk queries. Shopify withdraws the permission after 31 days without use';

/** A bulk query that finds nothing: only starting one shows whether the app has the permission. */
const probe = 'query BulkProbe { orders(query: "id:0") { edges { node { id } } } }';

/** Whether the app may run bulk operations. Starts an operation that finds nothing. */
export const mayRunBulk = (ask: Ask) => async (): Promise<E.Either<SourceError, boolean>> => {
  const run = await askFor(ask)(bulkRun, { query: probe }, 'bulkOperationRunQuery', Run);
  if (E.isRight(run)) return E.right(run.right?.userErrors.some(({ code }) => code === 'ACCESS_DENIED') !== true);
  return run.left._tag === 'SourceCredentialsRefused' ? E.right(false) : run;
};

/** Starts the operation of a window; `isFirst` when none of its operations has failed. */
export type Start = (window: Window, isFirst: boolean) => Promise<E.Either<SourceError, Started>>;

/** The operations of windows that are read soon. Shopify runs five at a time. */
export interface OperationsAhead {
  /** Announces the windows of a range in reading order. Forgets the operations of earlier runs. */
  readonly plan: (windows: readonly Window[]) => void;
  /** The operation of a window, started now or before. */
  readonly open: (start: Start, window: Window, isFirst: boolean) => Promise<E.Either<SourceError, Started>>;
  /** Starts the operations of the following windows. An operation that cannot start now starts when its window is read. */
  readonly openFollowing: (start: Start, window: Window, now: number) => Promise<void>;
}

const maxPlanned = 10_000;

/** From API version 2026-01 on. */
const maxOperations = 5;

export const operationsAhead = (): OperationsAhead => {
  const followers = new Map<string, readonly Window[]>();
  const started = new Map<string, string>();

  return {
    plan: (windows) => {
      if (followers.size > maxPlanned) followers.clear();
      windows.forEach(({ key }, index) => {
        followers.set(key, windows.slice(index + 1, index + maxOperations));
        started.delete(key);
      });
    },
    open: (start, window, isFirst) => {
      const operation = started.get(window.key);
      started.delete(window.key);
      return operation !== undefined && isFirst
        ? Promise.resolve(E.right({ _tag: 'Started', operation }))
        : start(window, isFirst);
    },
    openFollowing: async (start, { key }, now) => {
      for (const window of followers.get(key) ?? []) {
        // A window that has not ended yet would miss orders.
        if (started.has(window.key) || millisecondsOf(window.end) > now) continue;
        const next = await start(window, true);
        if (E.isLeft(next) || next.right._tag !== 'Started') return;
        started.set(window.key, next.right.operation);
      }
    },
  };
};

const Latest = connection(t.type({ id: t.string, status: t.string, createdAt: t.string, query: t.string }));

/** Only a running operation is reused: a finished one lacks later changes, such as a payment or a corrected address. */
const runningStatuses: ReadonlySet<string> = new Set(['CREATED', 'RUNNING']);

const maxAgeMs = 5 * 60_000;

/**
 * Finds a running operation for the same orders that this app started a moment ago, in a process that was killed. An operation
 * from before the end of the window would lack orders.
 */
const findRunning = async (
  ask: Ask,
  query: string,
  { end }: Window,
  now: number,
): Promise<E.Either<SourceError, string | undefined>> => {
  const latest = await askFor(ask)(bulkLatest, {}, 'bulkOperations', Latest);
  if (E.isLeft(latest)) return latest;
  const found = latest.right?.nodes.find(({ createdAt, status, query: theirs }) => {
    const created = Date.parse(createdAt);
    return (
      theirs === query && runningStatuses.has(status) && created >= millisecondsOf(end) && created > now - maxAgeMs
    );
  });
  return E.right(found?.id);
};

/**
 * Since 2026-11-06 an app must be enabled for bulk queries, and loses the permission after 31 days without one
 * (shopify.dev/changelog/partner-apps-must-enable-bulk-operations-before-use). Shopify does not document whether its response is
 * then an access error or a user error. If the token itself is refused, the next page shows it.
 */
const deniedOr = (failure: SourceError): E.Either<SourceError, Started> =>
  failure._tag === 'SourceCredentialsRefused' ? E.right({ _tag: 'Denied' }) : E.left(failure);
