/** Makes the line of a run's report for each transaction that was settled or excluded, with its findings and message. */
import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, isSummable, parseMinorUnits } from '../domain/money.ts';
import type { ReportLine, StatedSale } from '../domain/run.ts';
import type { Exclusion } from '../domain/exclusion.ts';
import { causeOf, describeDifferences } from '../mapping/comparison.ts';
import type { PushCandidate } from './mapped-record.ts';
import type { SettledResult } from './push-result.ts';
import type { PageLookup, SaleOwner } from '../domain/sync-store.ts';
import { isOwnedByOther } from '../mapping/identity.ts';

/** What the line of an excluded record states in addition to its reason. */
export type ExcludedRecord = Pick<ReportLine, 'id' | 'kind' | 'sourceId' | 'occurredAt' | 'stated'>;

/** The line of the report for a record that is not attempted. `id` is the one that its transaction would have. */
export const exclusionLine = (
  storefront: string,
  { id, kind, sourceId, occurredAt, stated }: ExcludedRecord,
  exclusion: Exclusion,
): ReportLine => ({
  storefront,
  id,
  sourceId,
  name: exclusion.name,
  kind,
  outcome: exclusion._tag === 'Skipped' ? 'skipped' : 'held',
  reason: exclusion.reason,
  message: exclusion.message,
  amounts: null,
  ...(occurredAt !== undefined && { occurredAt }),
  ...(stated !== undefined && { stated: withRoomFor(stated) }),
  findings: exclusion.reason === 'payment of another account' ? ['arrival at a connected account'] : [],
  adjustments: [],
});

/** The line of the report for a settled transaction. The caller adds its adjustments. */
export const resultLine = (storefront: string, candidate: PushCandidate, result: SettledResult): ReportLine => ({
  storefront,
  id: candidate.id,
  sourceId: candidate.sourceId,
  name: candidate.name,
  kind: candidate.kind,
  outcome: result.outcome,
  reason: result.reason,
  message: messageOf(result),
  ...withReportedTax(candidate.amounts, result.comparison?.reportedTax),
  occurredAt: candidate.transactedAt,
  ...(candidate.detail !== undefined && { detail: candidate.detail }),
  findings: findingsOf(candidate, result),
  adjustments: result.drift === null ? [] : [result.drift],
});

/**
 * The earlier transaction of another storefront that this one looks like. Only the later one of two gets the finding.
 */
export const possibleDuplicateOf = (
  storefront: string,
  { id, duplicateKey }: Pick<PushCandidate, 'id' | 'duplicateKey'>,
  { owners }: Pick<PageLookup, 'owners'>,
): SaleOwner | undefined => {
  const alike = duplicateKey === null ? [] : (owners.get(duplicateKey) ?? []);
  const own = alike.findIndex((owner) => owner.id === id);
  return alike.slice(0, own < 0 ? alike.length : own).find(isOwnedByOther({ id, storefront }));
};

/** Adds the finding that a sent sale looks like one of another storefront. */
export const withDuplicateWarning = (line: ReportLine, alike: SaleOwner | undefined): ReportLine => {
  const isSent = line.outcome === 'succeeded' || line.outcome === 'alreadyPresent' || line.reason === 'would be sent';
  if (alike === undefined || !isSent) return line;
  const warning = `It looks like ${alike.id} of ${alike.storefront}: the same total, minute and destination.`;
  return {
    ...line,
    message: line.message === null ? warning : `${line.message} ${warning}`,
    findings: [...line.findings, 'possible duplicate'],
  };
};

/** What to do about a sent transaction whose record is gone. */
export const correctAtService = 'The sent transaction stays as it is; correct it at the service if needed.';

export const recordGone = 'The record no longer exists at the platform';

/** Whether a transaction was pushed, by the sync database; a push without a response may have arrived. */
export type PushState = 'pushed' | 'unconfirmed' | 'never pushed';

/** Messages about a record that was deleted at the platform, by whether it was pushed. */
export const describeDeletion: Readonly<Record<PushState, string>> = {
  pushed: `${recordGone}, and was sent to the service. ${correctAtService}`,
  unconfirmed: `${recordGone}, and its push got no definitive response. Look up its id at the service: if it is there, it counts.`,
  'never pushed': `${recordGone}, and was never sent to the service.`,
};

export const pushStateOf = (
  { submissions, remoteById }: Pick<PageLookup, 'submissions' | 'remoteById'>,
  id: string,
): PushState => {
  const status = submissions.get(id)?.status;
  if (remoteById.has(id) || status === 'confirmed') return 'pushed';
  return status === 'intent' ? 'unconfirmed' : 'never pushed';
};

/** Leaves out a total that is too large for the sync database. */
const withRoomFor = (stated: StatedSale): StatedSale =>
  stated.total === null || isSummable(stated.total) ? stated : { ...stated, total: null };

const messageOf = ({ message, comparison, drift }: SettledResult): string | null => {
  if (comparison === null || comparison.differences.length === 0) return message;
  const { differences } = comparison;
  const cause = drift === null ? undefined : causeOf(differences);
  return `The service holds it with other values${cause === undefined ? '' : `, because ${cause}`}: ${describeDifferences(differences)}. Compare it with the sale and correct it in the service. Nothing was changed there.`;
};

const withReportedTax = (
  amounts: NonNullable<ReportLine['amounts']>,
  given: string | undefined,
): Pick<ReportLine, 'amounts' | 'reportedTax'> => {
  if (given === undefined) return { amounts };
  const currency = findCurrency(amounts.currency);
  const text = taxAmountOf(O.toUndefined(O.tryCatch((): unknown => JSON.parse(given))));
  const reported =
    O.isNone(currency) || text === undefined
      ? O.none
      : O.fromEither(parseMinorUnits(currency.value)(Number(text).toFixed(currency.value.digits)));
  if (O.isNone(reported) || !isSummable(reported.value)) return { amounts, reportedTax: given };
  const reportedTax = { count: 1, reported: reported.value, collected: amounts.taxCollected };
  return { amounts: { ...amounts, reportedTax }, reportedTax: given };
};

/** A number, a number in text, or an object that has one as its amount or total: the tax in major units. */
const taxAmountOf = (given: unknown): string | undefined => {
  if (typeof given === 'number') return String(given);
  if (typeof given === 'string') return /^-?\d+(\.\d+)?$/.test(given.trim()) ? given.trim() : undefined;
  if (typeof given !== 'object') return undefined;
  const { amount, total }: Readonly<Record<string, unknown>> = { amount: undefined, total: undefined, ...given };
  return taxAmountOf(amount ?? total);
};

const findingsOf = (
  candidate: PushCandidate,
  { reason, comparison, isFound, isPassedOver }: SettledResult,
): ReportLine['findings'] => {
  // A sale that another storefront sends is reviewed there, and would otherwise be counted twice. A sale before the first day
  // is not reviewed at all.
  if (reason === 'belongs to another storefront' || reason === 'before the first day') return [];
  const isDifferent = comparison !== null && comparison.differences.length > 0;
  const isUnseen = isFound && comparison?.isCompared !== true;
  return [
    ...candidate.findings,
    ...(isDifferent ? (['differs'] as const) : []),
    ...(isUnseen ? (['not compared'] as const) : []),
    ...(isPassedOver === true ? (['not read again'] as const) : []),
  ];
};
