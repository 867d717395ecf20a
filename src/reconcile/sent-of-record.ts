/** Lists everything that was ever sent for one record, including offsets and later versions, for its explanation. */
import * as O from 'fp-ts/lib/Option.js';
import { attempt } from '../domain/attempt.ts';
import { moneyIn } from '../domain/money.ts';
import { liveRunId, type ReportLine } from '../domain/run.ts';
import type { SentTransaction } from '../domain/sent.ts';
import type { StoreResult, SyncStore } from '../domain/sync-store.ts';
import { correctionWithin, laterKindOf } from '../mapping/identity.ts';
import type { RecordTruth } from '../pipeline/mapped-record.ts';
import { sentByName, withNamed } from '../pipeline/sent-by-name.ts';

/** A transaction that was sent for a record, or that the service shows under its id. Money as decimals in major units. */
export interface SentOfRecord {
  readonly id: string;
  /** Such as `sale`, `refund`, `offset of the refund`, `sale, sent again`. */
  readonly what: string;
  /** `listed`: the service shows it, but this sync database has not sent it. */
  readonly status: SentTransaction['status'];
  /** Its own date. This and the next fields are null if neither the sync database nor the service shows them. */
  readonly transactedAt: string | null;
  readonly currency: string | null;
  readonly total: string | null;
  readonly taxCollected: string | null;
}

/**
 * Names a transaction by its id.
 *
 * @example
 * whatWasSent('shopify:1:5012:refund:901:undone:txn_1') // "offset of the refund"
 */
export const whatWasSent = (id: string): string => {
  const correction = correctionWithin(id);
  const what = laterKindOf(id) ?? 'sale';
  if (correction === undefined) return what;
  return correction.kind === 'undone' ? `offset of the ${what}` : `${what}, sent again`;
};

type Store = Pick<SyncStore, 'findSentUnder' | 'findListedUnder' | 'lookUpTransactions' | 'findSent' | 'findLines'>;

/**
 * Everything that was sent for a record: its sale, later changes, and offsets. If the service assigns the ids, a new sync
 * database recognizes them only by name.
 */
export const sentOfRecord = (
  store: Store,
  storefront: string,
  record: { readonly saleId: string; readonly sourceId: string; readonly truths: readonly RecordTruth[] },
): StoreResult<readonly SentOfRecord[]> =>
  attempt(async (take) => {
    const { saleId, sourceId, truths } = record;
    const own = await take(store.lookUpTransactions('', [{ id: saleId, name: '' }])());
    const under = await take(store.findSentUnder([saleId])());
    const named = await take(sentByName(store, truths));
    const runs = await take(store.findSent(storefront, sourceId)());
    const [submission, remote] = [own.submissions.get(saleId), own.remoteById.get(saleId)];
    const shown = remote?.shown ?? null;
    const first =
      submission === undefined && remote === undefined
        ? []
        : [{ id: saleId, name: null, status: submission?.status ?? ('listed' as const), savedAt: null, shown }];
    const byName = (named.get(saleId) ?? []).filter(({ id }) => first.length === 0 || id !== saleId);
    const sent: SentOfRecord[] = [];
    for (const one of [...first, ...withNamed(under.get(saleId) ?? [], byName)]) {
      sent.push(described(one, await take(lineOf(store, storefront, runs, one.id))));
    }
    return sent.sort(byDate);
  });

const described = ({ id, status, shown }: SentTransaction, line: ReportLine | undefined): SentOfRecord => {
  const amounts = line?.amounts ?? null;
  const money = moneyIn(amounts?.currency ?? '');
  return {
    id,
    what: whatWasSent(id),
    status,
    transactedAt: line?.occurredAt ?? shown?.['transactedAt'] ?? null,
    currency: amounts?.currency ?? shown?.['currency'] ?? null,
    total: amounts === null ? (shown?.['total'] ?? null) : money(amounts.total),
    taxCollected: amounts === null ? (shown?.['taxCollected'] ?? null) : money(amounts.taxCollected),
  };
};

const lineOf = (
  store: Store,
  storefront: string,
  runs: ReadonlyMap<string, string | null>,
  id: string,
): StoreResult<ReportLine | undefined> =>
  attempt(async (take) => {
    for (const run of [runs.get(id) ?? null, liveRunId(storefront)]) {
      if (run === null) continue;
      const page = await take(store.findLines(run, { id }, { after: O.none, limit: 1 })());
      const [line] = page.lines;
      if (line !== undefined && line.amounts !== null) return line;
    }
    return undefined;
  });

/** Sorts by date; on the same date by id, so that an offset follows the transaction that it takes back. */
const byDate = (a: SentOfRecord, b: SentOfRecord): number => {
  const [x, y] = [a, b].map(({ transactedAt, what }) => {
    const place = what.startsWith('offset') ? 1 : what.endsWith('sent again') ? 2 : 0;
    return `${transactedAt ?? '9'} ${place}`;
  });
  return x === y ? (a.id < b.id ? -1 : 1) : (x ?? '') < (y ?? '') ? -1 : 1;
};
