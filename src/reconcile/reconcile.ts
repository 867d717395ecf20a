import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { Cursor, Window } from '../mapping/source-connector.ts';
import { textKey } from '../mapping/comparison.ts';
import { repeatedCursor } from '../pipeline/page-loop.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { callSource } from '../pipeline/call-source.ts';
import { mapPage } from '../pipeline/map-page.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import { comparePage } from './compare-page.ts';
import type { Comparison } from './comparison.ts';
import { explainRest } from './explain-rest.ts';
import { openComparison } from './open-comparison.ts';
import { isDay, keyOfPushed, momentOf, type PushedTransaction, readPushed, toPushedTransaction } from './pushed.ts';
import type { Reconciliation } from './reconciliation.ts';
import { applyBeforePushToAll } from '../pipeline/before-push.ts';

export interface ReconcilePorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
}

const compareWindow = async (comparison: Comparison, window: Window): Promise<E.Either<SyncFailure, void>> => {
  const { runContext, connector, mapContext } = comparison;
  const { storefront } = mapContext;
  const seen = new Set<Cursor>();
  for (let from: O.Option<Cursor> = O.none, isFirst = true; isFirst || O.isSome(from); isFirst = false) {
    const page = await callSource(runContext.ports, runContext.client.isOver)(connector.readPage(window, from));
    if (E.isLeft(page)) return E.left(toSourceFailure(storefront, page.left));
    const mapped = mapPage(mapContext, window, from, page.right.results);
    const compared = await comparePage(comparison, await applyBeforePushToAll(mapContext, mapped));
    if (E.isLeft(compared)) return compared;
    from = page.right.next;
    if (O.isSome(from) && seen.has(from.value)) return E.left(toSourceFailure(storefront, repeatedCursor));
    if (O.isSome(from)) seen.add(from.value);
  }
  return E.right(undefined);
};

const toReconciliation = (comparison: Comparison, range: DateRange): Reconciliation => {
  const { mapContext, timeZone, ledger, findings, exclusions: exclude, notCompared } = comparison;
  const totals = ledger.lines();
  const differences = findings.differences();
  return {
    storefront: mapContext.storefront,
    range: { ...range, timeZone },
    isComplete: notCompared === 0 && differences.every(({ resolution }) => resolution !== null),
    differing: differences.filter(({ kind }) => kind === 'differs').length,
    notCompared,
    source: { transactions: totals.reduce((all, { source }) => all + source.count, 0), setAside: exclude },
    service: { transactions: totals.reduce((all, { service }) => all + service.count, 0) },
    totals,
    days: ledger.days(),
    differences,
    changes: findings.changes(),
  };
};

/** A day that is shown in UTC may be the neighbor of the storefront's own. */
const dayBeside = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Whether a transaction of the list may belong to the range of a storefront, as far as the list shows it. */
const mayBeOf = ({ prefix, mapContext }: Comparison, range: DateRange, pushed: PushedTransaction): boolean => {
  const isNamed = textKey(pushed.name).startsWith(`${mapContext.platform}-`);
  if (!pushed.id.startsWith(prefix) && !isNamed) return false;
  const moment = momentOf(pushed);
  if (O.isNone(moment)) return true;
  if (!isDay(moment.value)) return mapContext.calendar.isInRange(moment.value);
  return moment.value >= dayBeside(range.from, -1) && moment.value <= dayBeside(range.to, 1);
};

const reconcileStorefront = async (
  comparison: Comparison,
  range: DateRange,
): Promise<E.Either<SyncFailure, Reconciliation>> => {
  const { runContext, connector } = comparison;
  const { storefront } = comparison.mapContext;
  const windows = await callSource(runContext.ports, runContext.client.isOver)(connector.windows(range));
  if (E.isLeft(windows)) return E.left(toSourceFailure(storefront, windows.left));
  for (const window of windows.right) {
    const compared = await compareWindow(comparison, window);
    if (E.isLeft(compared)) return compared;
  }
  const explained = await explainRest(comparison, range);
  if (E.isLeft(explained)) return explained;
  // What was not asked any more would be a difference that nobody has found.
  const stop = runContext.client.stopped();
  if (stop !== null) return E.left({ _tag: 'ServiceFailed', cause: stop.cause, message: stop.message });
  if (runContext.client.isOver()) return E.left(toSourceFailure(storefront, { _tag: 'NotRead' }));
  return E.right(toReconciliation(comparison, range));
};

/**
 * Proves that the service holds what storefronts sold in a range: every transaction that is missing, every one too many,
 * every one that differs, and the totals of each month and place to the cent. Reads only.
 *
 * Left when the service, a platform or the record book could not be read to the end: then nothing is proved.
 *
 * @example
 * const proof = await reconcile({ sync: ports, inbox: store.inbox })(['us-store'], { from: '2026-01-01', to: '2026-03-31' })();
 */
export const reconcile =
  ({ sync, inbox }: ReconcilePorts) =>
  (storefronts: readonly string[], range: DateRange): TE.TaskEither<SyncFailure, readonly Reconciliation[]> =>
  async () => {
    const client = makeServiceClient(sync);
    const comparisons: Comparison[] = [];
    for (const storefront of storefronts) {
      const comparison = await openComparison({ sync, inbox, client }, range)(storefront);
      if (E.isLeft(comparison)) return comparison;
      comparisons.push(comparison.right);
    }
    const read = await readPushed({ ...sync, client })((transactions) => {
      for (const stored of transactions) {
        const pushed = toPushedTransaction(stored);
        const own = comparisons.find(({ prefix }) => stored.id.startsWith(prefix));
        for (const comparison of own === undefined ? comparisons : [own]) {
          if (mayBeOf(comparison, range, pushed)) comparison.pushed.set(keyOfPushed(comparison.prefix, pushed), pushed);
        }
      }
    });
    if (E.isLeft(read)) return read;
    const all: Reconciliation[] = [];
    for (const comparison of comparisons) {
      const reconciled = await reconcileStorefront(comparison, range);
      if (E.isLeft(reconciled)) return reconciled;
      all.push(reconciled.right);
    }
    return E.right(all);
  };
