import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, intervalOf, isWithin } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { Cursor, Window } from '../mapping/source-connector.ts';
import { textKey } from '../mapping/comparison.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { callSource, repeatedCursor } from '../pipeline/call-source.ts';
import { mapPage } from '../pipeline/map-page.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import {
  addPushed,
  askAlone,
  confirmAtService,
  comparePage,
  comparePushed,
  describePushedDay,
  mapRefund,
} from './compare-page.ts';
import type { Comparison, Observer } from './comparison.ts';
import { openComparison } from './open-comparison.ts';
import { isDay, keyOfPushed, momentOf, type PushedTransaction, readPushed, toPushedTransaction } from './pushed.ts';
import type { Difference, Reconciliation } from './reconciliation.ts';
import { withDecisions } from '../pipeline/apply-decisions.ts';
import { applyBeforePushToAll } from '../pipeline/before-push.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import { isOtherTransaction, recordNamed, saleIdWithin } from '../mapping/identity.ts';
import type { Sale } from '../mapping/sale.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';

const compareWindow = async (comparison: Comparison, window: Window): Promise<E.Either<SyncFailure, void>> => {
  const { runContext, connector, mapContext } = comparison;
  const { storefront } = mapContext;
  const seen = new Set<Cursor>();
  for (let from: O.Option<Cursor> = O.none, isFirst = true; isFirst || O.isSome(from); isFirst = false) {
    const page = await callSource(runContext.ports, runContext.client.isOver)(connector.readPage(window, from));
    if (E.isLeft(page)) return E.left(toSourceFailure(storefront, page.left));
    const mapped = mapPage(mapContext, window, from, page.right.results);
    const decided = await withDecisions(runContext.store, '')(await applyBeforePushToAll(mapContext, mapped));
    if (E.isLeft(decided)) return decided;
    comparison.observer?.page(page.right.results, decided.right);
    const compared = await comparePage(comparison, decided.right);
    if (E.isLeft(compared)) return compared;
    from = page.right.next;
    if (O.isSome(from) && seen.has(from.value)) return E.left(toSourceFailure(storefront, repeatedCursor));
    if (O.isSome(from)) seen.add(from.value);
  }
  return E.right(undefined);
};

const toReconciliation = (comparison: Comparison, range: DateRange): Reconciliation => {
  const { mapContext, timeZone, ledger, findings, exclusions, notCompared, unconfirmed } = comparison;
  const totals = ledger.lines();
  const differences = findings.differences();
  return {
    storefront: mapContext.storefront,
    range: { ...range, timeZone },
    isComplete:
      notCompared + unconfirmed === 0 &&
      differences.every(({ resolution }) => resolution !== null) &&
      // What a person resolved may leave other sums; nothing else may.
      (differences.length > 0 || totals.every(({ isSame }) => isSame)),
    differing: differences.filter(({ kind }) => kind === 'differs').length,
    notCompared,
    source: { transactions: totals.reduce((all, { source }) => all + source.count, 0), excluded: exclusions },
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
  const isNamed =
    textKey(pushed.name).startsWith(`${mapContext.platform}-`) &&
    (pushed.id.toLowerCase().startsWith(prefix.toLowerCase()) || !isOtherTransaction(pushed.id, prefix));
  if (!pushed.id.startsWith(prefix) && !isNamed) return false;
  const moment = momentOf(pushed);
  if (O.isNone(moment)) return true;
  if (!isDay(moment.value)) return mapContext.calendar.isInRange(moment.value);
  return moment.value >= dayBeside(range.from, -1) && moment.value <= dayBeside(range.to, 1);
};

/** A second transaction of one name has a place of its own: it must not hide the first one. */
const place = ({ prefix, pushed }: Comparison, one: PushedTransaction): void => {
  const key = keyOfPushed(prefix, one);
  const isSecond = (pushed.get(key)?.id ?? one.id) !== one.id;
  pushed.set(isSecond ? `${key} ${one.id}` : key, one);
};

const reconcileStorefront = async (
  comparison: Comparison,
  range: DateRange,
): Promise<E.Either<SyncFailure, Reconciliation>> => {
  const { runContext, connector, mapContext } = comparison;
  const { storefront } = mapContext;
  const windows = await callSource(runContext.ports, runContext.client.isOver)(connector.windows(range));
  if (E.isLeft(windows)) return E.left(toSourceFailure(storefront, windows.left));
  for (const window of windows.right) {
    const compared = await compareWindow(comparison, window);
    if (E.isLeft(compared)) return compared;
  }
  const explained = await explainRest(comparison, range);
  if (E.isLeft(explained)) return explained;
  // A look-up that was skipped would be a difference that is not there.
  const stop = runContext.client.stopped();
  if (stop !== null) return E.left({ _tag: 'ServiceFailed', cause: stop.cause, message: stop.message });
  if (runContext.client.isOver()) return E.left(toSourceFailure(storefront, { _tag: 'NotRead' }));
  return E.right(toReconciliation(comparison, range));
};

/** What the nightly proof knows of the list, in place of reading it whole. */
export interface KnownList {
  readonly transactions: readonly PushedTransaction[];
  readonly confirm: NonNullable<Comparison['confirm']>;
  /** In place of that of the reconciliation. */
  readonly takeQuestion?: Comparison['takeQuestion'];
}

export interface ComparedWithKnown {
  readonly reconciliation: Reconciliation;
  /** Transactions that may differ, and that the service could not be asked about. */
  readonly unconfirmed: number;
}

/** Compares a range of one storefront with what is known of the service's list. See `reconcile`. */
export const reconcileWith =
  ({ sync, inbox, client }: { readonly sync: SyncPorts; readonly inbox: Inbox; readonly client: ServiceClient }) =>
  async (
    storefront: string,
    range: DateRange,
    { transactions, ...answers }: KnownList,
  ): Promise<E.Either<SyncFailure, ComparedWithKnown>> => {
    const opened = await openComparison({ sync, inbox, client }, range)(storefront);
    if (E.isLeft(opened)) return opened;
    const comparison: Comparison = { ...opened.right, ...answers };
    for (const pushed of transactions) {
      if (mayBeOf(comparison, range, pushed)) place(comparison, pushed);
    }
    const compared = await reconcileStorefront(comparison, range);
    return E.map((reconciliation: Reconciliation) => ({ reconciliation, unconfirmed: comparison.unconfirmed }))(
      compared,
    );
  };

/**
 * Proves that the service holds what storefronts sold in a range: every transaction that is missing, every one too many,
 * every one that differs, and the totals of each month and place to the cent. Reads only.
 *
 * Left when the service, a platform or the sync database could not be read to the end: then nothing is proved.
 *
 * @example
 * const proof = await reconcile({ sync: ports, inbox: store.inbox })(['us-store'], { from: '2026-01-01', to: '2026-03-31' })();
 */
export const reconcile =
  (
    { sync, inbox }: { readonly sync: SyncPorts; readonly inbox: Inbox },
    observerOf?: (storefront: string) => Observer | undefined,
  ) =>
  (storefronts: readonly string[], range: DateRange): TE.TaskEither<SyncFailure, readonly Reconciliation[]> =>
  async () => {
    const client = makeServiceClient(sync);
    const comparisons: Comparison[] = [];
    for (const storefront of storefronts) {
      const comparison = await openComparison({ sync, inbox, client }, range)(storefront);
      if (E.isLeft(comparison)) return comparison;
      comparisons.push({ ...comparison.right, observer: observerOf?.(storefront) });
    }
    const read = await readPushed({ ...sync, client })((transactions) => {
      for (const stored of transactions) {
        const pushed = toPushedTransaction(stored);
        const own = comparisons.find(({ prefix }) => stored.id.startsWith(prefix));
        for (const comparison of own === undefined ? comparisons : [own]) {
          if (mayBeOf(comparison, range, pushed)) place(comparison, pushed);
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

const stays = 'The sent transaction stays as it is; correct it at the service if needed.';

/** Right: the refund of an earlier sale that it is, to be compared. Left: what it is otherwise. Null: as it should be. */
const explain = async (
  comparison: Comparison,
  id: string,
  sourceId: string,
  moment: string,
): Promise<E.Either<Pick<Difference, 'kind' | 'message'>, PushCandidate> | null> => {
  const { runContext, connector } = comparison;
  const line = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(sourceId));
  if (E.isLeft(line)) {
    const why = line.left._tag === 'NotRead' ? 'interrupted' : line.left.message;
    return E.left({ kind: 'unclear', message: `The platform gave no answer about it: ${why}` });
  }
  if (O.isNone(line.right)) {
    return E.left({ kind: 'deleted at source', message: `The record no longer exists at the platform. ${stays}` });
  }
  const record = line.right.value;
  const refund = await mapRefund(comparison, record, { id, sourceId });
  if (refund !== undefined && E.isRight(refund)) return refund;
  const aside: E.Either<Pick<ReportLine, 'reason' | 'message'>, Sale> = refund ?? record;
  if (E.isRight(aside)) {
    // Where only the day in UTC is shown, it may be one that the storefront's calendar does not have the sale in.
    if (isDay(moment) && aside.right.occurredAt.startsWith(moment)) return null;
    const message = `At the platform it is now a sale of ${aside.right.occurredAt}. ${stays}`;
    return E.left({ kind: 'not among the sales', message });
  }
  const { reason, message } = aside.left;
  const why = `${reason ?? 'no reason given'}, ${message ?? ''}`;
  return E.left({ kind: 'told, though set aside', message: `It would not be sent today: ${why}. ${stays}` });
};

/** Our id of a transaction that the service keeps under one of its own; none when we did not push it for this storefront. */
const ownIdOf = async (comparison: Comparison, pushed: PushedTransaction): StoreResult<string | undefined> => {
  const { runContext, prefix, mapContext } = comparison;
  if (pushed.id.startsWith(prefix)) return E.right(pushed.id);
  const id = `${prefix}${recordNamed(mapContext, pushed.name)}`;
  const known = await runContext.store.lookUpTransactions(runContext.run.id, [{ id, name: '' }])();
  if (E.isLeft(known)) return known;
  return E.right(known.right.submissions.get(id)?.remoteId === pushed.id ? id : undefined);
};

const isOfRange = ({ timeZone }: Comparison, range: DateRange, moment: string): boolean =>
  isDay(moment) ? moment >= range.from && moment <= range.to : isWithin(intervalOf(range, timeZone), moment);

/** By the service's own rule, two transactions of one name are one sale. */
const compareSecond = async (
  comparison: Comparison,
  { id: transactionId, sourceId, name }: Pick<PushCandidate, 'id' | 'sourceId' | 'name'>,
  listed: PushedTransaction,
): Promise<void> => {
  const held = await confirmAtService(comparison, listed);
  if (held === undefined) return;
  addPushed(comparison, held);
  const day = describePushedDay(comparison, held);
  const message = `The service holds it twice, also as ${held.id}. Delete one of them at the service: both are counted.`;
  comparison.findings.differ({ kind: 'held twice', transactionId, sourceId, name, day, message });
};

/** Names why the service holds transactions for which the range's records gave no sale, and compares refunds of earlier sales. */
const explainRest = async (comparison: Comparison, range: DateRange): StoreResult<void> => {
  for (const [key, listed] of [...comparison.pushed]) {
    const first = listed.id.startsWith(comparison.prefix) ? undefined : comparison.held.get(textKey(listed.name));
    if (first !== undefined) {
      comparison.pushed.delete(key);
      await compareSecond(comparison, first, listed);
      continue;
    }
    const own = await ownIdOf(comparison, listed);
    if (E.isLeft(own)) return own;
    const isUndated = own.right !== undefined && O.isNone(momentOf(listed));
    const pushed = isUndated ? await askAlone(comparison, listed) : listed;
    const moment = momentOf(pushed);
    if (own.right === undefined || O.isNone(moment) || !isOfRange(comparison, range, moment.value)) {
      comparison.pushed.delete(key);
      continue;
    }
    // `shopify:1:5012:refund:901` belongs to record 5012.
    const sourceId = saleIdWithin(own.right.slice(comparison.prefix.length));
    const explained = await explain(comparison, own.right, sourceId, moment.value);
    if (explained === null) {
      comparison.pushed.delete(key);
      continue;
    }
    if (E.isRight(explained)) {
      await comparePushed(comparison, explained.right, key, pushed);
      continue;
    }
    const held = await confirmAtService(comparison, pushed);
    if (held === undefined) {
      comparison.pushed.delete(key);
      continue;
    }
    addPushed(comparison, held);
    const day = describePushedDay(comparison, held);
    comparison.findings.differ({ ...explained.left, transactionId: own.right, sourceId, name: pushed.name, day });
  }
  return E.right(undefined);
};
