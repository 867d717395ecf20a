/**
 * Maps each record that a connector returned to transactions ready to push, or to report lines that say why not. One bad
 * record never stops a page.
 */
import { yieldWhenLong } from '../domain/turns.ts';
import * as O from 'fp-ts/lib/Option.js';
import type { Instant } from '../domain/instant.ts';
import type { Cursor, Page, SourceResult, Window } from '../mapping/source-connector.ts';
import type { MappedRecord, MappedTransaction, RecordTruth } from './mapped-record.ts';
import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../domain/errors.ts';
import { adjustmentKey, type Finding, type FindingKind, type ReportLine } from '../domain/run.ts';
import { type Exclusion, exclusionProblem, held, skipped } from '../domain/exclusion.ts';
import type { WireSettings } from '../domain/wire-settings.ts';
import { isSummable } from '../domain/money.ts';
import { jurisdictionOf, type Transaction } from '../domain/transaction.ts';
import { chooseDestination } from '../mapping/destination.ts';
import { isProofOfSale, laterIdOf, saleIdOf } from '../mapping/identity.ts';
import { type Policy, policyToSend } from '../mapping/policy.ts';
import { isCanceledWhole, sentChanges } from '../mapping/sent-changes.ts';
import type { ValueReason, Refund, Sale } from '../mapping/sale.ts';
import { isBuyerErased } from '../mapping/without-buyer.ts';
import { toSentSale } from '../mapping/sent-sale.ts';
import { splitByLiability } from '../mapping/split-by-liability.ts';
import { type MappedSale, saleToTransaction } from '../mapping/sale-to-transaction.ts';
import type { Calendar } from './calendar.ts';
import { amountTooLarge, freezeBody } from './freeze-body.ts';
import { creditAdjustments, listedAdjustments } from './listed-adjustments.ts';
import { type ExcludedRecord, exclusionLine, recordGone } from './report-lines.ts';
import { unreadablePosition } from './unreadable-position.ts';
import { saleUndoneBy, truthOfNoSale, truthOfSale, undoneByOf } from './record-truth.ts';
import type { BeforePush, StorefrontPorts, SyncPorts } from './ports.ts';

/**
 * Maps a page as soon as it was read, because a platform's page is many times larger than its transactions, and pages wait
 * for their turn.
 *
 * @throws if a connector's answer does not have the shape of its type
 */
export const mapPage = async (
  context: MapContext,
  window: Pick<Window, 'key' | 'kind'>,
  cursor: O.Option<Cursor>,
  results: Page['results'],
): Promise<readonly MappedRecord[]> => {
  const positionOf = unreadablePosition(window, cursor);
  const isChanged = window.kind === 'changed';
  const mapped: MappedRecord[] = [];
  for (const [index, result] of results.entries()) {
    await yieldWhenLong();
    const records = mapRecord(context, result, positionOf(index));
    if (isChanged) mapped.push(...records.filter(isAskedFor).map((record) => asOlder(record, result)));
    else mapped.push(...records);
  }
  return mapped;
};

export interface MapContext {
  readonly storefront: string;
  /** First part of each id; with `account`, also the id of a record that is excluded. */
  readonly platform: string;
  readonly account: string;
  readonly policy: Policy;
  readonly calendar: Calendar;
  /** What the service accepts; default: everything. */
  readonly wire?: WireSettings | undefined;
  readonly beforePush?: BeforePush | undefined;
}

/** How the records of a storefront are mapped. */
export const toMapContext = (
  { wire, beforePush }: Pick<SyncPorts, 'wire' | 'beforePush'>,
  { connector, policy }: StorefrontPorts,
  { storefront, account, calendar }: Pick<MapContext, 'storefront' | 'account' | 'calendar'>,
): MapContext => ({
  storefront,
  platform: connector.platform,
  account,
  policy,
  calendar,
  wire: wire?.settings,
  beforePush,
});

/** The kinds by which reports count and list sales. A host in JavaScript may leave out what should be null. */
export const kindsOf = ({ marketplace, purpose, entity }: Transaction): readonly FindingKind[] => [
  ...(typeof marketplace === 'string' ? ['marketplace sale' as const] : []),
  ...(typeof (purpose ?? entity) === 'string' ? ['exempt sale' as const] : []),
];

const canceledDecision: ValueReason = {
  about: 'transaction',
  value: 'canceled and paid back',
  reason: 'the order was canceled, and all of it went back to the buyer: it counts toward no threshold',
  fields: ['cancelledAt'],
  finding: 'canceled and paid back',
};

/** Adds the finding `canceled and paid back` to an order of which nothing is left. Pure. */
export const withCancellation = (policy: Policy, sale: Sale, mapped: MappedSale): MappedSale =>
  isCanceledWhole(policy, sale, mapped) ? { ...mapped, decisions: [...mapped.decisions, canceledDecision] } : mapped;

/** A record that the platform no longer has, so that nothing that was sent for it is true. */
export const mapGoneRecord = (context: MapContext, sourceId: string): MappedRecord => {
  const saleId = `${context.platform}:${context.account}:${sourceId}`;
  const why = skipped({ sourceId, name: sourceId }, 'deleted on the platform', `${recordGone}.`);
  const undoneBy = { id: null, occurredAt: null, message: recordGone };
  return {
    ...withoutRefunds(exclusionLine(context.storefront, { id: saleId, kind: 'sale', sourceId }, why)),
    truth: truthOfNoSale({ saleId, sourceId }, undoneBy, correctionsOf(context, sourceId)),
  };
};

/**
 * Maps one result of a page: to one sale; to the two parts of a split sale; or to a record that sold nothing when it was
 * placed and the sale of goods that were added later. Pure, and never throws: an internal error holds only that record.
 *
 * @param position names the result when it has no readable id
 */
export const mapRecord = (context: MapContext, result: SourceResult, position: string): readonly MappedRecord[] => {
  const { storefront, platform, account } = context;
  const idOf = (sourceId: string): string => `${platform}:${account}:${sourceId}`;
  try {
    if (E.isRight(result)) {
      const converted = toSentSale(context.policy, result.right);
      if (E.isRight(converted)) {
        const mapped: MappedRecord[] = [];
        // The order as it was placed is skipped, and the goods that were added later are the sale.
        if (converted.right.identity.addedBy !== undefined) mapped.push(mapSale(context, result.right));
        for (const sale of splitByLiability(context.policy, converted.right)) mapped.push(mapSale(context, sale));
        return mapped;
      }
      const { sourceId } = converted.left;
      const record = { id: idOf(sourceId), kind: 'sale', sourceId, ...statedOf(result.right) } as const;
      return [withoutRefunds(exclusionLine(storefront, record, converted.left))];
    }
    const exclusion = checkedExclusion(result.left, position);
    const { sourceId } = exclusion;
    const saleId = idOf(sourceId);
    const undoneBy = undoneByOf(exclusion);
    return [
      {
        ...withoutRefunds(exclusionLine(storefront, { id: saleId, kind: 'sale', sourceId }, exclusion)),
        ...(undoneBy !== null && {
          truth: truthOfNoSale({ saleId, sourceId }, undoneBy, correctionsOf(context, sourceId)),
        }),
      },
    ];
  } catch (defect) {
    const sourceId = sourceIdOf(result, position);
    const kind = errorName(defect);
    const message = `Internal error while mapping (${kind}). Report it with this id; the other records were processed.`;
    const why = held({ sourceId, name: sourceId }, 'unreadable record', message);
    return [withoutRefunds(exclusionLine(storefront, { id: idOf(sourceId), kind: 'sale', sourceId }, why))];
  }
};

const mapSale = (context: MapContext, sale: Sale): MappedRecord =>
  context.calendar.isOlder?.(settledBy(context.calendar, sale)) === true
    ? { ...mapSaleOfAnyDay(context, sale), isOlder: true }
    : mapSaleOfAnyDay(context, sale);

/**
 * The day by which a run settles a sale. Goods that were added after the last synced day do not wait for a sync of that day,
 * which would only read orders that were placed on it.
 */
const settledBy = ({ isOlder }: Calendar, { placedAt, occurredAt }: Sale): Instant =>
  isOlder === undefined ? occurredAt : (placedAt ?? occurredAt);

const mapSaleOfAnyDay = (context: MapContext, sale: Sale): MappedRecord => {
  const { storefront, policy, calendar } = context;
  const { identity } = sale;
  const id = saleIdOf(identity);
  const sourceId = identity.recordId;
  const exclude = (why: Exclusion): MappedRecord =>
    withoutRefunds(exclusionLine(storefront, { id, kind: 'sale', sourceId, ...statedOf(sale) }, why));
  if (!calendar.isInRange(settledBy(calendar, sale))) {
    const name = identity.number ?? sourceId;
    return exclude(skipped({ sourceId, name }, 'outside the chosen days', 'Its date is outside the selected days.'));
  }
  const mapped = saleToTransaction(policy)(sale);
  const adjustments = E.isLeft(mapped) ? creditAdjustments(sale) : listedAdjustments(sale);
  if (!adjustments.every(({ amount, tax, taxed = 0n }) => [amount, tax ?? 0n, taxed].every(isSummable)))
    return exclude(amountTooLarge({ sourceId, name: identity.number ?? sourceId }));
  if (E.isLeft(mapped)) {
    const toSend = policyToSend(policy, mapped.left);
    return {
      ...exclude(mapped.left),
      adjustments,
      truth: truthOfSale(sale, saleUndoneBy(policy, sale, mapped.left), correctionsOf(context, sourceId)),
      ...(toSend !== undefined && { ifSent: mapSale({ ...context, policy: toSend }, sale) }),
    };
  }
  const toRefund = (refund: Refund, mappedRefund: E.Either<Exclusion, MappedSale>): MappedTransaction =>
    E.isLeft(mappedRefund)
      ? E.left(exclusionLine(storefront, refundRecord(sale, refund), mappedRefund.left))
      : toPushCandidate(context, 'refund', sale, mappedRefund.right);
  return {
    sale: toPushCandidate(context, 'sale', sale, withCancellation(policy, sale, mapped.right)),
    refunds: sentChanges(policy, sale, mapped.right).map(({ change, result }) => {
      const toSend = E.isLeft(result) ? policyToSend(policy, result.left) : undefined;
      const ifSent = toSend && sentChanges(toSend, sale, mapped.right).find((one) => one.change === change)?.result;
      return {
        adjustmentId: adjustmentKey({ kind: 'refund', ...change }),
        refund: toRefund(change, result),
        ...(ifSent !== undefined && { ifSent: toRefund(change, ifSent) }),
      };
    }),
    adjustments,
    truth: truthOfSale(sale, null, correctionsOf(context, sourceId)),
  };
};

const withoutRefunds = (line: ReportLine): MappedRecord => ({ sale: E.left(line), refunds: [], adjustments: [] });

/** What the line of an excluded sale states about it. */
const statedOf = ({
  currency,
  destinations,
  occurredAt,
  statedTotal,
}: Sale): Pick<ExcludedRecord, 'occurredAt' | 'stated'> => {
  const destination = chooseDestination(destinations);
  const jurisdiction = O.isSome(destination) ? jurisdictionOf(destination.value.address) : null;
  return { occurredAt, stated: { currency: currency.code, total: statedTotal, jurisdiction } };
};

/** The parts of a `RecordTruth` from which corrections are made. */
const correctionsOf = (context: MapContext, sourceId: string): Pick<RecordTruth, 'offsets' | 'freeze'> => ({
  offsets: context.policy.adjustments,
  freeze: (transaction) =>
    freezeBody(context, { kind: 'refund', sourceId, findings: [], references: [] }, { transaction, taxed: null }),
});

const refundRecord = (sale: Sale, refund: Refund): ExcludedRecord => ({
  id: laterIdOf(sale.identity, refund),
  kind: 'refund',
  sourceId: sale.identity.recordId,
  occurredAt: refund.occurredAt,
  stated: {
    currency: sale.currency.code,
    total: -refund.total,
    jurisdiction: statedOf(sale).stated?.jurisdiction ?? null,
  },
});

const toPushCandidate = (
  context: MapContext,
  kind: 'sale' | 'refund',
  sale: Sale,
  mapped: MappedSale,
): MappedTransaction => {
  const { transaction, decisions } = mapped;
  const {
    identity: { recordId: sourceId },
    references,
  } = sale;
  // A later change goes to the same place as its sale.
  const isErased = kind === 'refund' && isBuyerErased(sale);
  const frozen = freezeBody(
    context,
    {
      kind,
      sourceId,
      findings: [
        ...findingsOf(decisions),
        ...(isErased ? (['erased, not compared'] as const) : []),
        ...(kind === 'sale' ? kindsOf(transaction) : []),
      ],
      references: kind === 'sale' ? [...new Set(references.filter(isProofOfSale))] : [],
    },
    mapped,
  );
  return E.isLeft(frozen) || context.beforePush === undefined ? frozen : E.right({ ...frozen.right, transaction });
};

const findingsOf = (decisions: readonly ValueReason[]): readonly Finding[] => {
  const findings: Finding[] = [];
  for (const { finding, subject } of decisions) {
    if (finding === undefined) continue;
    const one: Finding = subject === undefined ? finding : `${finding}: ${subject}`;
    if (!findings.includes(one)) findings.push(one);
  }
  return findings;
};

/**
 * Two records without a readable id must stay distinct: each is named by its position. A reason that does not exist, from a
 * connector in JavaScript, would be counted as nothing.
 */
const checkedExclusion = (exclusion: Exclusion, position: string): Exclusion => {
  const sourceId = exclusion.sourceId || position;
  const named = { sourceId, name: exclusion.name || sourceId };
  const problem = exclusionProblem(exclusion);
  return problem === undefined
    ? { ...exclusion, ...named }
    : held(named, 'unreadable record', `The connector failed: ${problem}. Report it to its author.`);
};

/** The source id of a result of any shape, for when mapping it fails. */
const sourceIdOf = (result: SourceResult, position: string): string => {
  try {
    return E.isRight(result) ? result.right.identity.recordId : result.left.sourceId || position;
  } catch {
    return position;
  }
};

/** False for a sale after the last synced day: it waits for a sync of its day, and gets no line in this run. */
const isAskedFor = ({ sale }: MappedRecord): boolean =>
  !(E.isLeft(sale) && sale.left.reason === 'outside the chosen days');

/** A changed record that is not a sale has no day, so it counts as older than the range. */
const asOlder = (record: MappedRecord, result: SourceResult): MappedRecord =>
  E.isLeft(result) ? { ...record, isOlder: true } : record;
