/**
 * Finds orders that an app deleted and created again with the same number, day and amounts but another id, because the
 * service would count both. No list of the platform shows deleted orders, so the older twin is read by its id.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { skipped } from '../domain/exclusion.ts';
import { isInService, type ReportLine } from '../domain/run.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import { isSaleId, saleIdWithin } from '../mapping/identity.ts';
import type { MappedRecord, PushCandidate, RecordTruth } from './mapped-record.ts';
import { outcomeOf, type PushResult, wouldBePushed } from './push-result.ts';
import { truthOfNoSale } from './record-truth.ts';
import { exclusionLine, recordGone } from './report-lines.ts';
import type { PushContext } from './run-context.ts';

/** The order number in a name: `#1001` in `Shopify #1001 · 5012345678`; undefined where it has none. */
export const numberOfName = (name: string): string | undefined => /^\S+ (\S+) · /.exec(name)?.[1];

/** Records that the platform no longer has because a record of the page replaced them. */
export const findRecreated = async (
  pushContext: PushContext,
  records: readonly MappedRecord[],
  results: ReadonlyMap<string, PushResult>,
  known: Pick<PageLookup, 'owners'>,
): Promise<E.Either<StoreError, readonly MappedRecord[]>> => {
  const gone = new Map<string, MappedRecord>();
  for (const { sale, truth, isOlder } of records) {
    const result = E.isRight(sale) ? results.get(sale.right.id) : undefined;
    if (E.isLeft(sale) || truth === undefined || result === undefined) continue;
    if (!isInService(outcomeOf(result)) && !wouldBePushed(result)) continue;
    const twins = await twinsOf(pushContext, sale.right, known);
    if (E.isLeft(twins)) return twins;
    for (const twin of twins.right.filter((one) => !gone.has(one))) {
      const read = await pushContext.askRecord(recordOf(twin));
      // No answer of the platform proves nothing: the twin is read again the next time this record is read.
      if (E.isLeft(read) || O.isSome(read.right)) continue;
      gone.set(twin, { ...goneTwin(pushContext.storefront, truth, twin), ...(isOlder === true && { isOlder }) });
    }
  }
  return E.right([...gone.values()]);
};

/**
 * Older sales of this storefront with the same amounts, minute and number as a sale of the page. Costs a query if any look
 * alike.
 */
const twinsOf = async (
  { store, storefront }: PushContext,
  { id, name, duplicateKey }: PushCandidate,
  { owners }: Pick<PageLookup, 'owners'>,
): Promise<E.Either<StoreError, readonly string[]>> => {
  const alike = duplicateKey === null ? [] : (owners.get(duplicateKey) ?? []);
  const own = alike.filter((owner) => owner.storefront === storefront && owner.id !== id && isSaleId(owner.id));
  const number = own.length === 0 ? undefined : numberOfName(name);
  if (number === undefined) return E.right([]);
  const named = await store.findByNumber(storefront, number)();
  if (E.isLeft(named)) return named;
  const records = new Set(named.right.map(({ sourceId }) => sourceId));
  return E.right(own.map((owner) => saleIdWithin(owner.id)).filter((twin) => records.has(recordOf(twin))));
};

/** The record id in a sale's id: `5012345678` in `shopify:1:5012345678`. */
const recordOf = (id: string): string => saleIdWithin(id).split(':').slice(2).join(':');

const goneTwin = (storefront: string, truth: RecordTruth, saleId: string): MappedRecord => {
  const sourceId = recordOf(saleId);
  const message = `${recordGone}. ${truth.sourceId} has the same number, day and amounts: it was created again.`;
  const line = exclusionLine(
    storefront,
    { id: saleId, kind: 'sale', sourceId },
    skipped({ sourceId, name: sourceId }, 'deleted on the platform', message),
  );
  const common = { offsets: truth.offsets, freeze: asOf(sourceId)(truth) };
  const undoneBy = { id: null, occurredAt: null, message };
  return {
    sale: E.left(line),
    refunds: [],
    adjustments: [],
    truth: truthOfNoSale({ saleId, sourceId }, undoneBy, common),
  };
};

const asOf =
  (sourceId: string) =>
  ({ freeze }: RecordTruth): RecordTruth['freeze'] =>
  (transaction) =>
    pipe(
      freeze(transaction),
      E.mapLeft((line: ReportLine) => ({ ...line, sourceId })),
      E.map((candidate: PushCandidate) => ({ ...candidate, sourceId })),
    );
