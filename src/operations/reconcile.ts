/** `reconcile`: what storefronts sold compared with what the service holds, day by day. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, dayIn, daysOf } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { liveRunId } from '../domain/run.ts';
import type { Reconciliation } from '../reconcile/reconciliation.ts';
import type { OperationFailure } from './failure.ts';
import { adjustmentKind } from './lines.ts';
import { asIs, ofStorefronts, operation } from './operation.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import type { OfStorefronts } from './requests.ts';
import {
  asPage,
  count,
  day,
  fields,
  instant,
  list,
  localDay,
  mapOf,
  money,
  named,
  orNull,
  pageOf,
  storefrontNames,
  text,
  yesNo,
} from './shapes.ts';
import { fromStore, type Operation, rangeOf, someStorefronts, withAccount } from './state.ts';

/** Days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
export interface ReconcileRequest<Name extends string> extends OfStorefronts<Name> {
  /** Without `from` and `to`: all days of each storefront, from its first synced one through today. */
  readonly from?: string;
  readonly to?: string;
}

export interface ReconcilePromise<Name extends string> {
  /**
   * Compares what storefronts sold with what the service holds, day by day and to the cent, and keeps the counts of each day for
   * the calendar. Sends nothing. It reads both sides whole, so it may take minutes. Rejects with `RANGE`, `UNKNOWN_STOREFRONT`,
   * `ACCOUNT`, and with `SOURCE_FAILED` or `SERVICE_FAILED` when a side does not answer.
   *
   * @example
   * const [one] = await taxNexus.reconcile({ storefronts: ['us-store'], from: '2026-01-01', to: '2026-01-31' });
   */
  readonly reconcile: (request?: ReconcileRequest<Name>) => Promise<readonly Reconciliation[]>;
}

export const comparedShape = named(
  'Compared',
  fields({
    transactions: count,
    changes: count,
    followed: count,
    notFollowed: list(text('What could not be read, and why: nothing is complete then')),
  }),
);

const totals = fields({ count, total: money, taxCollected: money });
const resolution = orNull(fields({ note: text(), by: text(), at: instant }));

const reconciliationShape = named(
  'Reconciliation',
  fields({
    storefront: text(),
    range: fields({ from: day, to: day, timeZone: text() }),
    isComplete: yesNo(),
    differing: count,
    notCompared: count,
    compared: comparedShape,
    source: fields({ transactions: count, excluded: mapOf(count) }),
    service: fields({ transactions: count }),
    totals: list(
      fields({ currency: text(), month: text(), place: text(), source: totals, service: totals, isSame: yesNo() }),
    ),
    days: list(fields({ day, source: count, service: count })),
    differences: list(
      fields({
        kind: text(),
        id: text('Of the difference: a note resolves it under this id'),
        transactionId: text(),
        sourceId: text(),
        name: text(),
        message: text(),
        day: orNull(day),
        resolution,
      }),
    ),
    changes: list(
      fields({
        kind: adjustmentKind,
        id: text(),
        name: text(),
        occurredAt: instant,
        currency: text(),
        amount: money,
        resolution,
      }),
    ),
  }),
);

/**
 * Compares what storefronts sold with what the service holds, and keeps the counts of each day for the calendar. Changes nothing
 * else. Left with `RANGE` and `UNKNOWN_STOREFRONT`, and with `SOURCE_FAILED` or `SERVICE_FAILED` when one side does not answer.
 */
const reconcileDays = (
  ports: OperationPorts,
  storefronts: readonly string[],
  from: string,
  to: string,
): Operation<readonly Reconciliation[]> =>
  pipe(
    TE.fromEither(rangeOf(from, to)),
    TE.bindTo('range'),
    TE.bind('names', () => TE.fromEither(someStorefronts(ports, storefronts))),
    TE.flatMap(({ names, range }) => ports.counts.reconcile(names, range)),
  );

/**
 * From the first day that was ever synced, or the earlier one of going live, through today, by the storefront's own calendar; null
 * before both. A platform that does not answer fails the comparison itself.
 */
const allDaysOf = (
  { connectorOf, clock }: Pick<OperationPorts, 'connectorOf' | 'clock'>,
  { store, reviews }: Pick<AccountState, 'store' | 'reviews'>,
  storefront: string,
): Operation<DateRange | null> =>
  pipe(
    fromStore(reviews.syncedDays(storefront)),
    TE.bindTo('synced'),
    TE.bind('live', () => fromStore(store.findRun(O.some(liveRunId(storefront))))),
    TE.bind('zone', () => async () => {
      const account = await connectorOf(storefront)?.account();
      return E.right(account === undefined || E.isLeft(account) ? 'UTC' : account.right.timeZone);
    }),
    TE.map(({ synced, live, zone }): DateRange | null => {
      const went = O.isSome(live) ? [dayIn(zone, live.value.startedAt)] : [];
      const [from] = [...(O.isSome(synced) ? [synced.value.from] : []), ...went].sort();
      const today = dayIn(zone, instantOfMilliseconds(clock.now()));
      return from === undefined ? null : { from, to: today < from ? from : today };
    }),
  );

const neverSynced = (name: string, isOnly: boolean): OperationFailure => ({
  code: 'RANGE',
  message: isOnly
    ? 'Nothing was synced yet. Sync first, or name days with --from and --to.'
    : `Nothing of ${name} was synced yet. Sync it first, or name the others with --storefront.`,
});

/**
 * The same over all days of each storefront, from its first synced one through today. Storefronts of equal days share one
 * reading of the list. Left with `RANGE` when one of them was never synced: what was not compared must not look proved.
 */
const reconcileAll = (ports: OperationPorts, storefronts: readonly string[]): Operation<readonly Reconciliation[]> =>
  pipe(
    TE.fromEither(someStorefronts(ports, storefronts)),
    TE.flatMap((names) =>
      withAccount(ports, (state) =>
        TE.traverseSeqArray((name: string) =>
          pipe(
            allDaysOf(ports, state, name),
            TE.map((range) => ({ name, range })),
          ),
        )(names),
      ),
    ),
    TE.flatMap((all) => {
      const lacking = all.find(({ range }) => range === null);
      if (lacking !== undefined)
        return TE.left(
          neverSynced(
            lacking.name,
            all.every(({ range }) => range === null),
          ),
        );
      const groups = new Map<string, { readonly range: DateRange; readonly names: string[] }>();
      for (const { name, range } of all) {
        if (range === null) continue;
        const key = `${range.from} ${range.to}`;
        const group = groups.get(key) ?? { range, names: [] };
        group.names.push(name);
        groups.set(key, group);
      }
      return TE.traverseSeqArray(({ range, names }: { readonly range: DateRange; readonly names: readonly string[] }) =>
        reconcileDays(ports, names, range.from, range.to),
      )([...groups.values()]);
    }),
    TE.map((proved) => {
      const found = proved.flat();
      return storefronts.flatMap((name) => found.filter(({ storefront }) => storefront === name));
    }),
  );

/** A request over HTTP waits for the comparison. */
const maxDays = 31;

const waitsFor = (from: string, to: string): E.Either<OperationFailure, void> =>
  pipe(
    rangeOf(from, to),
    E.filterOrElse(
      (range) => daysOf(range).length <= maxDays,
      (): OperationFailure => ({ code: 'RANGE', message: `The range has more than ${maxDays} days.` }),
    ),
    E.map(() => undefined),
  );

export const reconcile = operation<ReconcilePromise<string>['reconcile']>()({
  name: 'reconcile',
  summary: 'Compares what storefronts sold with what the service holds, for at most 31 days. It may take minutes',
  right: 'operate',
  about: ofStorefronts,
  ask: (request = {}) => request,
  run: (ports, { storefronts = ports.storefronts(), from, to }) =>
    from === undefined && to === undefined
      ? reconcileAll(ports, storefronts)
      : reconcileDays(ports, storefronts, from ?? '', to ?? ''),
  http: {
    method: 'post',
    path: '/reconciliations',
    given: fields({ from: localDay, to: localDay }, { storefronts: storefrontNames }),
    refuse: ({ from, to }) => waitsFor(from, to),
    ask: asIs,
    show: asPage,
    answer: pageOf(reconciliationShape),
  },
});
