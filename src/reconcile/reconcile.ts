/** Proves that the service holds exactly what storefronts sold in a range of days, and names every difference. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import { pagesOf } from '../mapping/pages-of.ts';
import type { Page, Window } from '../mapping/source-connector.ts';
import { textKey } from '../mapping/comparison.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import { withDecisions } from '../pipeline/apply-decisions.ts';
import { applyBeforePushToAll } from '../pipeline/before-push.ts';
import { callSource } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import { maxListedLater } from '../pipeline/limits.ts';
import { mapPage } from '../pipeline/map-page.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { makeServiceClient, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { compareFollowed } from './compare-followed.ts';
import { compareUnlistedMarks } from './ask-alone.ts';
import { comparePage } from './compare-page.ts';
import type { Comparison, Observer } from './comparison.ts';
import { explainRest } from './explain-rest.ts';
import { openComparison } from './open-comparison.ts';
import {
  isDay,
  isOfSale,
  keyOfPushed,
  momentOf,
  type PushedTransaction,
  readPushed,
  toPushedTransaction,
} from './pushed.ts';
import { type Followed, nothingFollowed, readFollowed } from './read-followed.ts';
import type { Reconciliation } from './reconciliation.ts';
import { attempt } from '../domain/attempt.ts';

/** What the nightly proof knows of the list, instead of reading it whole. */
export interface KnownList {
  readonly transactions: readonly PushedTransaction[];
  readonly confirm: NonNullable<Comparison['confirm']>;
  /** Replaces `takeQuestion` of the reconciliation. */
  readonly takeQuestion?: Comparison['takeQuestion'];
}

export interface ComparedWithKnown {
  readonly reconciliation: Reconciliation;
  /** Transactions that may differ, but that the service could not be asked about. */
  readonly unconfirmed: number;
}

/** Compares a range of one storefront with what is known of the service's list. See `reconcile`. */
export const reconcileWith =
  ({ sync, inbox, client }: { readonly sync: SyncPorts; readonly inbox: Inbox; readonly client: ServiceClient }) =>
  (
    storefront: string,
    range: DateRange,
    { transactions, ...answers }: KnownList,
  ): Promise<E.Either<SyncFailure, ComparedWithKnown>> =>
    attempt(async (take) => {
      const opened = await take(openComparison({ sync, inbox, client }, range)(storefront));
      const comparison: Comparison = { ...opened, ...answers };
      for (const pushed of transactions) {
        comparison.marks.seeListed(pushed.shown);
        if (mayBeOf(comparison, range, pushed)) place(comparison, pushed);
      }
      // The nightly proof opens the days of everything that changed, and compares those days.
      const reconciliation = await take(reconcileStorefront(comparison, range, nothingFollowed()));
      return { reconciliation, unconfirmed: comparison.unconfirmed };
    });

/**
 * Reports every transaction that is missing, surplus or different, and compares the totals of each month and state to the cent.
 * Changes in the range to sales of other days are compared as well. Reads only. Left if the service, a platform or the sync
 * database could not be read to the end: then nothing is proved.
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
  () =>
    attempt(async (take) => {
      const client = makeServiceClient(sync);
      const comparisons: Comparison[] = [];
      const followed = new Map<Comparison, Followed>();
      for (const storefront of storefronts) {
        const opened = await take(openComparison({ sync, inbox, client }, range)(storefront));
        const comparison = { ...opened, observer: observerOf?.(storefront) };
        const changes = await take(readFollowed(comparison, range));
        comparisons.push(comparison);
        followed.set(comparison, changes);
      }
      const isWanted = (comparison: Comparison, pushed: PushedTransaction): boolean =>
        mayBeOf(comparison, range, pushed) ||
        followed.get(comparison)?.wanted.has(keyOfPushed(comparison.prefix, pushed)) === true;
      const forget = (): void => {
        for (const { pushed, namesakes, later } of comparisons)
          for (const rows of [pushed, namesakes, later]) rows.clear();
      };
      await take(
        readPushed({ ...sync, client })(forget, (transactions) => {
          for (const stored of transactions) {
            const pushed = toPushedTransaction(stored, 'list');
            const own = comparisons.find(({ prefix }) => stored.id.startsWith(prefix));
            for (const comparison of own === undefined ? comparisons : [own]) {
              comparison.marks.seeListed(pushed.shown);
              if (isWanted(comparison, pushed)) place(comparison, pushed);
              else {
                placeLater(comparison, range, pushed);
                if (isNamesake(comparison, pushed)) comparison.namesakes.set(textKey(pushed.name), pushed);
              }
            }
          }
        }),
      );
      const all: Reconciliation[] = [];
      for (const comparison of comparisons) {
        const reconciled = await take(
          reconcileStorefront(comparison, range, followed.get(comparison) ?? nothingFollowed()),
        );
        all.push(reconciled);
      }
      return all;
    });

/** Whether a transaction of the list may belong to the range of a storefront, as far as the list shows it. */
const mayBeOf = (comparison: Comparison, range: DateRange, pushed: PushedTransaction): boolean => {
  const { mapContext } = comparison;
  if (!isOurs(comparison, pushed)) return false;
  const moment = momentOf(pushed);
  if (O.isNone(moment)) return true;
  if (!isDay(moment.value)) return mapContext.calendar.isInRange(moment.value);
  return moment.value >= dayBeside(range.from, -1) && moment.value <= dayBeside(range.to, 1);
};

const isOurs = ({ prefix, mapContext }: Comparison, { id, name }: PushedTransaction): boolean =>
  id.startsWith(prefix) ||
  (textKey(name).startsWith(`${mapContext.platform}-`) &&
    (id.toLowerCase().startsWith(prefix.toLowerCase()) || !isOtherTransaction(id, prefix)));

/** The neighbor of a day: a day that is shown in UTC may be the neighbor of the storefront's own day. */
const dayBeside = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** A second transaction with the same id or name gets its own key, so that it does not hide the first one. */
const place = ({ prefix, pushed }: Comparison, one: PushedTransaction): void => {
  const key = keyOfPushed(prefix, one);
  let free = key;
  for (let copy = 2; pushed.has(free); copy += 1) free = `${key} ${one.id} ${copy}`;
  pushed.set(free, one);
};

const reconcileStorefront = (
  comparison: Comparison,
  range: DateRange,
  followed: Followed,
): Promise<E.Either<SyncFailure, Reconciliation>> =>
  attempt(async (take) => {
    const { runContext, connector, mapContext } = comparison;
    const { storefront } = mapContext;
    const windows = await callSource(runContext.ports, runContext.client.isOver)(connector.windows(range));
    if (E.isLeft(windows)) return take(E.left(toSourceFailure(storefront, windows.left)));
    for (const window of windows.right) await take(compareWindow(comparison, window));
    await take(compareFollowed(comparison, followed));
    await take(explainRest(comparison));
    await compareUnlistedMarks(comparison);
    // A skipped lookup would look like a difference.
    const stop = runContext.client.stopped();
    if (stop !== null) return take(E.left({ _tag: 'ServiceFailed', cause: stop.cause, message: stop.message }));
    if (runContext.client.isOver()) return take(E.left(toSourceFailure(storefront, { _tag: 'NotRead' })));
    return toReconciliation(comparison, range);
  });

const compareWindow = (comparison: Comparison, window: Window): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    const { runContext, connector, mapContext } = comparison;
    const { storefront } = mapContext;
    const call = callSource(runContext.ports, runContext.client.isOver);
    const pages = pagesOf(async (from) =>
      E.map((page: Page) => ({ ...page, from }))(await call(connector.readPage(window, from))),
    );
    for await (const page of pages) {
      if (E.isLeft(page)) return take(E.left(toSourceFailure(storefront, page.left)));
      const mapped = await mapPage(mapContext, window, page.right.from, page.right.results);
      const decided = await take(withDecisions(runContext.store, '')(await applyBeforePushToAll(mapContext, mapped)));
      comparison.observer?.page(page.right.results, decided);
      await take(comparePage(comparison, decided));
    }
  });

const toReconciliation = (comparison: Comparison, range: DateRange): Reconciliation => {
  const { mapContext, timeZone, ledger, findings, exclusions, notCompared, unconfirmed, compared } = comparison;
  const totals = ledger.lines();
  const differences = findings.differences();
  const transactions = totals.reduce((all, { source }) => all + source.count, 0);
  return {
    storefront: mapContext.storefront,
    range: { ...range, timeZone },
    isComplete:
      notCompared + unconfirmed + compared.notFollowed.length === 0 &&
      differences.every(({ resolution }) => resolution !== null) &&
      // A resolved difference may leave different sums; nothing else may.
      (differences.length > 0 || totals.every(({ isSame }) => isSame)),
    differing: differences.filter(({ kind }) => kind === 'differs').length,
    notCompared,
    compared: { ...compared, transactions },
    source: { transactions, excluded: exclusions },
    service: { transactions: totals.reduce((all, { service }) => all + service.count, 0) },
    totals,
    days: ledger.days(),
    differences,
    changes: findings.changes(),
  };
};

/** Later changes are kept separately: changes after the range are compared with the sales of the range. */
const placeLater = (comparison: Comparison, range: DateRange, one: PushedTransaction): void => {
  const { later, prefix } = comparison;
  const day = O.toNullable(momentOf(one))?.slice(0, range.to.length) ?? '';
  const isAfter = day >= range.to && isOurs(comparison, one) && isOfSale(one);
  if (isAfter && later.size < maxListedLater) later.set(keyOfPushed(prefix, one), one);
};

/** If the service keeps our ids, another source may hold a sale of the range under our name, with another day. */
const isNamesake = ({ facts, prefix, mapContext }: Comparison, { id, name }: PushedTransaction): boolean =>
  facts?.identity !== 'service' &&
  !id.toLowerCase().startsWith(prefix.toLowerCase()) &&
  textKey(name).startsWith(`${mapContext.platform}-`) &&
  !isOtherTransaction(id, prefix);
