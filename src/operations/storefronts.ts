import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, dayIn } from '../domain/date-range.ts';
import type { AuditRecord } from '../domain/audit.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { liveRunId } from '../domain/run.ts';
import type { Explanation } from '../reconcile/explanation.ts';
import type { Reconciliation } from '../reconcile/reconciliation.ts';
import type { OperationFailure } from './failure.ts';
import { auditOf } from './audit.ts';
import { decimalAdjustment, type LineAdjustment } from './lines.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, knownStorefronts, type Operation, rangeOf, someStorefronts, withAccount } from './state.ts';

/** A storefront as it is set up. */
export interface ListedStorefront {
  readonly name: string;
  /** `shopify`, `stripe`, or that of a connector of yours. */
  readonly platform: string;
  /** See `taxAccount`; `default` where all storefronts are of one account. */
  readonly account: string;
  /** The run of its live sales, for `report`, `lines` and `retry`. */
  readonly liveRunId: string;
}

/** An account with its storefronts. */
export interface ListedAccount {
  readonly name: string;
  /** In order of precedence. */
  readonly storefronts: readonly string[];
}

/** Why the numbers of one sale are what they are, as JSON can carry it. */
export interface ExplainedSale extends Omit<Explanation, 'adjustments'> {
  readonly adjustments: readonly LineAdjustment[];
  /** The requests about it and its later changes, in the order of their answers. */
  readonly audit: readonly AuditRecord[];
}

export const listStorefronts = ({
  storefronts,
  connectorOf,
  accountOf,
}: Pick<OperationPorts, 'storefronts' | 'connectorOf' | 'accountOf'>): readonly ListedStorefront[] =>
  storefronts().map((name) => ({
    name,
    platform: connectorOf(name)?.platform ?? '',
    account: accountOf(name),
    liveRunId: liveRunId(name),
  }));

/** The accounts that have storefronts, in the order of their first ones. */
export const listAccounts = ({
  storefronts,
  accountOf,
}: Pick<OperationPorts, 'storefronts' | 'accountOf'>): readonly ListedAccount[] => {
  const accounts = new Map<string, string[]>();
  for (const name of storefronts()) {
    const account = accountOf(name);
    const own = accounts.get(account);
    if (own === undefined) accounts.set(account, [name]);
    else own.push(name);
  }
  return [...accounts].map(([name, own]) => ({ name, storefronts: own }));
};

/**
 * Compares what storefronts sold with what the service holds, and keeps the counts of each day for the calendar. Changes nothing
 * else. Left with `RANGE` and `UNKNOWN_STOREFRONT`, and with `SOURCE_FAILED` or `SERVICE_FAILED` when one side does not answer.
 */
export const reconcile = (
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
 * `reconcile` over all days of each storefront, from its first synced one through today. Storefronts of equal days share one
 * reading of the list. Left with `RANGE` when one of them was never synced: what was not compared must not look proved.
 */
export const reconcileAll = (
  ports: OperationPorts,
  storefronts: readonly string[],
): Operation<readonly Reconciliation[]> =>
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
        reconcile(ports, names, range.from, range.to),
      )([...groups.values()]);
    }),
    TE.map((proved) => {
      const found = proved.flat();
      return storefronts.flatMap((name) => found.filter(({ storefront }) => storefront === name));
    }),
  );

/**
 * Every number and decision of one sale, with reasons. Reads only. Left with `UNKNOWN_STOREFRONT` and `UNKNOWN_RECORD`.
 *
 * @param record the platform's id, the order's name, or the id or name of the transaction
 */
export const explain = (ports: OperationPorts, storefront: string, record: string): Operation<ExplainedSale> =>
  pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() =>
      withAccount(ports, (state) =>
        pipe(
          state.explain(storefront, record),
          TE.bindTo('found'),
          TE.bind('audit', ({ found }) => fromStore(auditOf(state.reviews)(storefront, found.sourceId))),
        ),
      ),
    ),
    TE.map(({ found: { adjustments, ...rest }, audit }) => ({
      ...{ ...rest, audit },
      adjustments: adjustments.map(decimalAdjustment),
    })),
  );
