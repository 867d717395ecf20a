import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { StoreError, PageLookup, PageCommit, SyncStore, SaleReference } from '../../domain/sync-store.ts';
import type { Adjustment, Outcome, ReportLine } from '../../domain/run.ts';
import type { Candidate, Prepared, MappedRecord } from '../entry/candidate.ts';
import { findRivals } from './find-rivals.ts';
import { isInService } from './is-in-service.ts';
import { lookUpAll } from '../presence/look-up.ts';
import { likenessOf } from '../entry/likeness.ts';
import { linesThatStay } from './lines-that-stay.ts';
import { referencesOf } from './references-of.ts';
import { movementKey } from '../entry/movement-key.ts';
import { remarked } from '../entry/remarked.ts';
import { saidAnew } from './said-anew.ts';
import { settleAll } from './settle-all.ts';
import { settleDoubts, withDoubts } from './settle-doubts.ts';
import { settledEntry } from '../entry/to-run-entry.ts';
import { isLeftElsewhere, saleNotConfirmed, type Verdict } from '../entry/verdict.ts';
import type { Work } from './work.ts';

export interface SettledPage {
  readonly entries: readonly ReportLine[];
  readonly references: PageCommit['references'];
  readonly settled: PageCommit['settledIntents'];
  /** Whether everything of the page is settled, so that reading can go on behind it. */
  readonly isWhole: boolean;
  /** Ids of set aside records whose push stays in doubt because the service gave no clear answer: that passes by itself. */
  readonly unclear: readonly string[];
  /** What this run had said of some of the entries before. */
  readonly replaced: readonly Outcome[];
}

const idOf = (prepared: Prepared): string => (E.isLeft(prepared) ? prepared.left.id : prepared.right.id);

/** A page can hold a record twice when the platform's list moved while it was read; the first one counts. */
const distinct = (records: readonly MappedRecord[]): readonly MappedRecord[] => {
  const seen = new Set<string>();
  return records.filter(({ sale }) => {
    const id = idOf(sale);
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
};

const outcomeOf = (verdict: Verdict | undefined): Outcome | undefined =>
  verdict === undefined || verdict._tag === 'Pending' ? undefined : verdict.outcome;

/** A refund waits for its sale; in a dry run, a sale that would be pushed lets its refunds be looked at as well. */
const mayFollow = (verdict: Verdict | undefined, dryRun: boolean): boolean =>
  isInService(outcomeOf(verdict)) || (dryRun && outcomeOf(verdict) === 'skipped');

const wantedOf = (prepared: Prepared): Parameters<SyncStore['lookUpTransactions']>[1][number] => {
  if (E.isLeft(prepared)) return { id: prepared.left.id, name: prepared.left.name };
  const { id, name, references, likeness } = prepared.right;
  return { id, name, references: likeness === null ? references : [...references, likeness] };
};

const saleOf = ({ sale }: MappedRecord): Prepared => sale;

const preparedOf = ({ prepared }: MappedRecord['refunds'][number]): Prepared => prepared;

const transactionsOf = ({ sale, refunds }: MappedRecord): readonly Prepared[] => [sale, ...refunds.map(preparedOf)];

const withSent = (movements: readonly Adjustment[], sent: ReadonlySet<string>): readonly Adjustment[] =>
  sent.size === 0 ? movements : movements.map((one) => (sent.has(movementKey(one)) ? { ...one, sent: true } : one));

/** What this run has pushed stays its success, however often the record is looked at again. */
const keepSuccess = (entry: ReportLine, { settledInRun }: PageLookup): ReportLine =>
  entry.outcome === 'alreadyPresent' && settledInRun.get(entry.id) === 'succeeded'
    ? { ...entry, outcome: 'succeeded' }
    : entry;

/**
 * The lines of the report for one record; a transaction that is pending, or was settled before, has none.
 *
 * @param staying see `linesThatStay`
 */
const entriesOf = (
  { storefront }: Work,
  { sale, refunds, movements }: MappedRecord,
  verdicts: ReadonlyMap<string, Verdict>,
  known: PageLookup,
  staying: ReadonlyMap<string, ReportLine>,
): readonly ReportLine[] => {
  const entry = (prepared: Prepared): readonly ReportLine[] => {
    if (E.isLeft(prepared)) return [staying.get(prepared.left.id) ?? prepared.left];
    const verdict = verdicts.get(prepared.right.id);
    if (verdict?._tag !== 'Settled') return [];
    const settled = keepSuccess(settledEntry(storefront, prepared.right, verdict), known);
    return [remarked(settled, likenessOf(storefront, prepared.right, known))];
  };
  if (isLeftElsewhere(verdicts.get(idOf(sale)))) return entry(sale);
  const isSent = (id: string): boolean => staying.has(id) || isInService(outcomeOf(verdicts.get(id)));
  const sent = new Set(refunds.filter(({ prepared }) => isSent(idOf(prepared))).map(({ movementId }) => movementId));
  const told = E.isLeft(sale)
    ? entry(sale)
    : entry(sale).map((one) => ({ ...one, adjustments: [...withSent(movements, sent), ...one.adjustments] }));
  return [...told, ...refunds.flatMap(({ prepared }) => entry(prepared))];
};

const settledOf = (verdicts: ReadonlyMap<string, Verdict>): PageCommit['settledIntents'] => {
  const settled: PageCommit['settledIntents'][number][] = [];
  for (const [id, verdict] of verdicts) {
    if (verdict._tag !== 'Settled' || verdict.sending === null) continue;
    const { sending: status, digest, remoteId, comparison } = verdict;
    const isOfService = remoteId !== '' && remoteId !== id;
    const shown = comparison?.shown;
    settled.push({
      id,
      status,
      ...(digest !== null && { digest }),
      ...(isOfService && { remoteId }),
      ...(shown !== undefined && { shown }),
    });
  }
  return settled;
};

/** Ids that the service assigned. */
const remoteIdsOf = (verdicts: ReadonlyMap<string, Verdict>): ReadonlyMap<string, string> => {
  const ids = new Map<string, string>();
  for (const [id, verdict] of verdicts) {
    if (verdict._tag === 'Settled' && verdict.remoteId !== '') ids.set(id, verdict.remoteId);
  }
  return ids;
};

/** What this run had said of some of the entries before. */
const saidBefore = (entries: readonly ReportLine[], { settledInRun }: PageLookup): readonly Outcome[] => {
  const outcomes: Outcome[] = [];
  for (const { id } of entries) {
    const outcome = settledInRun.get(id);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
};

/**
 * Settles everything of a page: first its sales, then the refunds of those that the service holds. What is settled is
 * given back to be committed together; nothing is committed here, except intents.
 */
export const settlePage = async (
  work: Work,
  page: readonly MappedRecord[],
): Promise<E.Either<StoreError, SettledPage>> => {
  const unasked = distinct(page);
  const all = unasked.flatMap(transactionsOf);
  const looked = await lookUpAll(work.book)(work.runId, all.map(wantedOf));
  if (E.isLeft(looked)) return looked;
  const known = looked.right;
  const setAside = RA.lefts(all);
  const staying = await linesThatStay(work, setAside, known);
  if (E.isLeft(staying)) return staying;
  const settledDoubts = await settleDoubts(work, setAside, known);
  if (E.isLeft(settledDoubts)) return settledDoubts;
  const doubts = settledDoubts.right;
  const records = doubts.says.size === 0 ? unasked : unasked.map((record) => withDoubts(doubts, record));

  const candidates = RA.rights(records.map(saleOf));
  const rivals = await findRivals(work, candidates, known);
  if (E.isLeft(rivals)) return rivals;
  const sales = await settleAll(
    work,
    candidates.filter(({ id }) => !rivals.right.has(id)),
    saidAnew(records, known),
  );
  if (E.isLeft(sales)) return sales;
  const verdicts = new Map([...rivals.right, ...sales.right]);

  const following: Candidate[] = [];
  for (const { sale, refunds } of records) {
    const ofSale = verdicts.get(idOf(sale));
    if (isLeftElsewhere(ofSale)) continue;
    for (const candidate of RA.rights(refunds.map(preparedOf))) {
      if (mayFollow(ofSale, work.dryRun)) following.push(candidate);
      else verdicts.set(candidate.id, ofSale?._tag === 'Pending' ? ofSale : saleNotConfirmed);
    }
  }
  const refunds = await settleAll({ ...work, remoteIds: remoteIdsOf(verdicts) }, following, known);
  if (E.isLeft(refunds)) return refunds;
  for (const [id, verdict] of refunds.right) verdicts.set(id, verdict);

  const entries: ReportLine[] = [];
  for (const record of records) entries.push(...entriesOf(work, record, verdicts, known, staying.right));
  const references: SaleReference[] = [];
  for (const one of candidates) references.push(...referencesOf(one, verdicts.get(one.id), known));
  return E.right({
    entries,
    references,
    settled: work.dryRun ? [] : [...doubts.settled, ...settledOf(verdicts)],
    unclear: doubts.unclear,
    isWhole: doubts.isWhole && [...verdicts.values()].every(({ _tag }) => _tag !== 'Pending'),
    replaced: saidBefore(entries, known),
  });
};
