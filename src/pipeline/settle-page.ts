/**
 * Settles one page of records: decides for each sale and refund what to do, pushes them in order, and returns what is
 * committed together.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { PageAudit } from '../domain/audit.ts';
import type { PageCommit, PageLookup, SaleReference, StoreError, SyncStore } from '../domain/sync-store.ts';
import { type Adjustment, adjustmentKey, isInService, type Outcome, type ReportLine } from '../domain/run.ts';
import { type MappedRecord, type MappedTransaction, type PushCandidate, transactionIdOf } from './mapped-record.ts';
import { applyDecisions, asIfSent } from './apply-decisions.ts';
import { reopenSalesWithUnsentRefunds } from './plan-push.ts';
import { compareSent, linesOfCorrected, pushReplacements } from './compare-sent.ts';
import { decideOwnership } from './decide-ownership.ts';
import { noneExcluded, settleExcluded, withUnconfirmed } from './settle-excluded.ts';
import { lookUpPage } from './look-up-page.ts';
import { possibleDuplicateOf, resultLine, withDuplicateWarning } from './report-lines.ts';
import { findRecreated } from './recreated.ts';
import { settledIntentsOf, unansweredOf } from './settled-intents.ts';
import { pushAll } from './push-all.ts';
import {
  isLeftToOther,
  mayFollow,
  outcomeOf,
  presentResult,
  type PushResult,
  saleNotConfirmedResult,
  type SettledResult,
  wouldBePushed,
} from './push-result.ts';
import type { PushContext, SaleOfPage } from './run-context.ts';
import { attempt } from '../domain/attempt.ts';

export interface PageResult {
  readonly lines: readonly ReportLine[];
  readonly references: PageCommit['references'];
  readonly settledIntents: PageCommit['settledIntents'];
  readonly audit: PageAudit;
  /** Whether all transactions of the page have a result, so that reading can continue after it. */
  readonly isWhole: boolean;
  /**
   * Ids of excluded records whose push is unconfirmed because the service gave no definitive response; a later run
   * clears that.
   */
  readonly unclear: readonly string[];
  /** Outcomes of this run that the new lines replace. */
  readonly replaced: readonly Outcome[];
}

/**
 * Settles a page: looks it up, applies decisions, settles excluded records, decides ownership, pushes its sales, then the
 * refunds of sales that the service holds, and makes its report lines. Returns what is to be committed together; only
 * intents are committed here.
 */
export const settlePage = async (
  given: PushContext,
  page: readonly MappedRecord[],
): Promise<E.Either<StoreError, PageResult>> => {
  const settled = await settleRecords(given, page);
  if (E.isLeft(settled) || settled.right.recreated.length === 0) return settled;
  const gone = await settleRecords(given, settled.right.recreated);
  return E.map((more: PageResult) => bothOf(settled.right, more))(gone);
};

/** `recreated`: see `findRecreated`. */
type SettledRecords = PageResult & { readonly recreated: readonly MappedRecord[] };

const settleRecords = (
  given: PushContext,
  page: readonly MappedRecord[],
): Promise<E.Either<StoreError, SettledRecords>> =>
  attempt(async (take) => {
    const read = distinct(page);
    const wanted = read.map(asIfSent).flatMap(transactionsOf).map(wantedOf);
    const listRead = await take(given.isListRead ? given.remoteList.isRead() : E.right(false));
    // A list that is read after this lookup may show more than the lookup: see `pushAll`.
    const pushContext = { ...given, isListRead: listRead };
    const known = await take(lookUpPage(pushContext.store)(pushContext.runId, wanted));
    const unique: MappedRecord[] = [];
    for (const record of read) unique.push(applyDecisions(record, known));
    const all = unique.flatMap(transactionsOf);
    const excluded = RA.lefts(all);
    const settled = await take(
      excluded.length === 0 ? E.right(noneExcluded) : settleExcluded(pushContext, excluded, known),
    );
    const { messages, kept, unclear, isWhole } = settled;
    const records = messages.size === 0 ? unique : unique.map((record) => withUnconfirmed({ messages }, record));

    const compared = await take(compareSent(pushContext, records, known));
    const { corrected, candidates: corrections } = compared;
    const mappedSales = records.map(saleOf);
    const candidates = RA.rights(mappedSales);
    const owners = await take(decideOwnership(pushContext, candidates, known, mappedSales));
    const sales = await take(
      pushAll(
        pushContext,
        candidates.filter(({ id }) => !owners.has(id) && !corrected.has(id)),
        reopenSalesWithUnsentRefunds(records, known),
      ),
    );
    const standing = [...corrected].map((id): [string, PushResult] => [id, presentResult(null)]);
    const results = new Map([...standing, ...owners, ...sales]);

    const refundCandidates: PushCandidate[] = [...corrections];
    for (const { sale, refunds } of records) {
      const ofSale = results.get(transactionIdOf(sale));
      if (isLeftToOther(ofSale)) continue;
      for (const candidate of RA.rights(refunds.map(refundTransactionOf))) {
        if (corrected.has(candidate.id)) continue;
        if (mayFollow(ofSale)) refundCandidates.push(candidate);
        else results.set(candidate.id, withoutItsSale(ofSale));
      }
    }
    const withSales = { ...pushContext, sales: salesOf(records, candidates, results) };
    const refunds = await take(pushAll(withSales, refundCandidates, compared.known));
    for (const [id, result] of refunds) results.set(id, result);
    const replaced = await take(pushReplacements(withSales, compared, results));
    for (const [id, result] of replaced) results.set(id, result);

    const ofCorrected = await take(linesOfCorrected(pushContext, compared, results));
    const stays = new Map([...kept, ...ofCorrected.map((line) => [line.id, line] as const)]);
    const lines: ReportLine[] = [];
    for (const record of records) lines.push(...linesOfRecord(pushContext, record, results, known, stays));
    const written = new Set(lines.map(({ id }) => id));
    lines.push(...ofCorrected.filter(({ id }) => !written.has(id)));
    const references: SaleReference[] = [];
    for (const one of candidates) references.push(...referencesOf(one, results.get(one.id), known));
    const recreated = await take(findRecreated(pushContext, records, results, known));
    return {
      recreated,
      lines,
      references,
      settledIntents: pushContext.dryRun
        ? []
        : [...settled.settledIntents, ...settledIntentsOf(results, { ...compared.known, askedBy: compared.askedBy })],
      audit: {
        ...pushContext.audit,
        unanswered: pushContext.dryRun ? [] : unansweredOf(results, { ...known, askedBy: compared.askedBy }),
      },
      unclear,
      isWhole: isWhole && compared.isWhole && [...results.values()].every(({ _tag }) => _tag !== 'Pending'),
      replaced: outcomesBefore(lines, compared.known),
    };
  });

/** A page can contain a record twice when the platform's list moved during reading; the first one counts. */
const distinct = (records: readonly MappedRecord[]): readonly MappedRecord[] => {
  const byId = new Map<string, MappedRecord>();
  for (const record of records) {
    const id = transactionIdOf(record.sale);
    if (!byId.has(id)) byId.set(id, record);
  }
  return [...byId.values()];
};

const transactionsOf = ({ sale, refunds }: MappedRecord): readonly MappedTransaction[] => [
  sale,
  ...refunds.map(refundTransactionOf),
];

const refundTransactionOf = ({ refund }: MappedRecord['refunds'][number]): MappedTransaction => refund;

const wantedOf = (mapped: MappedTransaction): Parameters<SyncStore['lookUpTransactions']>[1][number] => {
  if (E.isLeft(mapped)) return { id: mapped.left.id, name: mapped.left.name };
  const { id, name, references, duplicateKey } = mapped.right;
  return { id, name, references: duplicateKey === null ? references : [...references, duplicateKey] };
};

const saleOf = ({ sale }: MappedRecord): MappedTransaction => sale;

const settlesItsRefunds: ReadonlySet<SettledResult['reason']> = new Set([
  'left out by decision',
  'before the first day',
]);

/**
 * The result of a refund whose sale is not in the service. If the sale was left out or is before the first day, its refund
 * shares its result.
 */
const withoutItsSale = (ofSale: PushResult | undefined): PushResult =>
  ofSale?._tag === 'Pending' || (ofSale?._tag === 'Settled' && settlesItsRefunds.has(ofSale.reason))
    ? ofSale
    : saleNotConfirmedResult;

/**
 * The sales by our id, with the ids that the service assigned; also records that are no longer sales, because an offset names
 * them as its parent.
 */
const salesOf = (
  records: readonly MappedRecord[],
  candidates: readonly PushCandidate[],
  results: ReadonlyMap<string, PushResult>,
): PushContext['sales'] => {
  const sales = new Map<string, SaleOfPage>();
  for (const { truth } of records)
    if (truth?.saleName != null) sales.set(truth.saleId, { name: truth.saleName, remoteId: '' });
  for (const { id, name } of candidates) {
    const result = results.get(id);
    sales.set(id, { name, remoteId: result?._tag === 'Settled' ? result.remoteId : '' });
  }
  return sales;
};

/**
 * The report lines of one record; a transaction that is pending, or has its line already, gets none.
 *
 * @param kept see `linesToKeep`
 */
const linesOfRecord = (
  { storefront }: PushContext,
  { sale, refunds, adjustments, isOlder }: MappedRecord,
  results: ReadonlyMap<string, PushResult>,
  known: PageLookup,
  kept: ReadonlyMap<string, ReportLine>,
): readonly ReportLine[] => {
  const linesOf = (mapped: MappedTransaction): readonly ReportLine[] =>
    isOlder === true ? plainLinesOf(mapped).map((line) => ({ ...line, isOlder })) : plainLinesOf(mapped);
  const plainLinesOf = (mapped: MappedTransaction): readonly ReportLine[] => {
    const stays = kept.get(transactionIdOf(mapped));
    if (stays !== undefined) return [stays];
    if (E.isLeft(mapped)) return [mapped.left];
    const result = results.get(mapped.right.id);
    if (result?._tag !== 'Settled') return [];
    const line = asSucceededBefore(resultLine(storefront, mapped.right, result), known);
    return [withDuplicateWarning(line, possibleDuplicateOf(storefront, mapped.right, known))];
  };
  if (isLeftToOther(results.get(transactionIdOf(sale)))) return linesOf(sale);
  const isSent = (id: string): boolean => kept.has(id) || isInService(outcomeOf(results.get(id)));
  const sent = new Set(
    refunds.filter(({ refund }) => isSent(transactionIdOf(refund))).map(({ adjustmentId }) => adjustmentId),
  );
  const saleLines = linesOf(sale).map((one) => ({
    ...one,
    adjustments: [...withSent(adjustments, sent), ...one.adjustments],
  }));
  return [...saleLines, ...refunds.flatMap(({ refund }) => linesOf(refund))];
};

/** A transaction that this run pushed stays a success when the record is read again. */
const asSucceededBefore = (line: ReportLine, { settledInRun }: PageLookup): ReportLine =>
  line.outcome === 'alreadyPresent' && settledInRun.get(line.id) === 'succeeded'
    ? { ...line, outcome: 'succeeded' }
    : line;

const withSent = (adjustments: readonly Adjustment[], sent: ReadonlySet<string>): readonly Adjustment[] =>
  adjustments.map((one) => (sent.has(adjustmentKey(one)) ? { ...one, sent: true } : one));

/**
 * The references of a pushed sale that the sync database has not recorded yet, so that other storefronts recognize it.
 */
const referencesOf = (
  { id, references, duplicateKey }: PushCandidate,
  result: PushResult | undefined,
  known: Pick<PageLookup, 'owners' | 'submissions'>,
): readonly SaleReference[] => {
  if (result === undefined || !(isPushedResult(result) || wouldBePushed(result))) return [];
  const proofs = isClaimed(id, result, known) ? [] : references;
  const all = duplicateKey === null ? proofs : [...proofs, duplicateKey];
  const isNoted = (reference: string): boolean =>
    known.owners.get(reference)?.some((owner) => owner.id === id) ?? false;
  return all
    .filter((reference) => !isNoted(reference))
    .map((reference) => ({ reference, id, isPushed: isPushedResult(result) }));
};

/** A transaction that the service holds under our id counts as pushed, also when it differs. */
const isPushedResult = (result: PushResult): boolean =>
  result._tag === 'Settled' && (result.outcome === 'succeeded' || result.outcome === 'alreadyPresent');

/** The references of a first push were recorded with its intent. */
const isClaimed = (id: string, result: PushResult, { submissions }: Pick<PageLookup, 'submissions'>): boolean =>
  result._tag === 'Settled' && result.outcome === 'succeeded' && !submissions.has(id);

/** Outcomes of this run that the new lines replace. */
const outcomesBefore = (lines: readonly ReportLine[], { settledInRun }: PageLookup): readonly Outcome[] => {
  const outcomes: Outcome[] = [];
  for (const { id } of lines) {
    const outcome = settledInRun.get(id);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
};

const bothOf = (one: PageResult, other: PageResult): PageResult => ({
  lines: [...one.lines, ...other.lines],
  references: [...one.references, ...other.references],
  settledIntents: [...one.settledIntents, ...other.settledIntents],
  audit: { ...one.audit, unanswered: [...one.audit.unanswered, ...other.audit.unanswered] },
  isWhole: one.isWhole && other.isWhole,
  unclear: [...one.unclear, ...other.unclear],
  replaced: [...one.replaced, ...other.replaced],
});
