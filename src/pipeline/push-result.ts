/**
 * Every possible result of a push with its message for the report, and the comparison of our body with what the service
 * shows.
 */
import type { FailedBefore } from './failed-before.ts';
import type { PageCommit, SaleOwner, ShownFields } from '../domain/sync-store.ts';
import { type Adjustment, type FailureReason, isInService, type Outcome } from '../domain/run.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import * as O from 'fp-ts/lib/Option.js';
import { isRecord } from '../domain/fields.ts';
import { WireTransaction } from '../domain/wire-transaction.ts';
import {
  type Comparable,
  comparableOf,
  causeOf,
  describeDifferences,
  differencesOf,
  type FieldDifference,
  hasComparableFields,
  hiddenFields,
} from '../mapping/comparison.ts';
import * as E from 'fp-ts/lib/Either.js';
import { findCurrency, type MinorUnits, parseMinorUnits } from '../domain/money.ts';
import type { Instant } from '../domain/instant.ts';
import type { PushCandidate } from './mapped-record.ts';

/** The result of one transaction. */
export type PushResult =
  | SettledResult
  /** This run settled it already. */
  | { readonly _tag: 'SettledBefore'; readonly outcome: Outcome }
  /** The service client stopped or the run was interrupted before the result was known; the next run continues. */
  | { readonly _tag: 'Pending' };

/** The reasons that only the pipeline gives, and never the mapping. */
type ResultReason =
  | FailureReason
  | Extract<
      SkipReason,
      'belongs to another storefront' | 'before the first day' | 'left out by decision' | 'would be sent'
    >
  | Extract<
      HoldReason,
      'possible duplicate' | 'partly sent already' | 'closed period' | 'waiting for its sale' | 'gone from the service'
    >;

export interface SettledResult {
  readonly _tag: 'Settled';
  readonly outcome: Outcome;
  readonly reason: ResultReason | null;
  readonly message: string | null;
  /** What the sync database notes about our intent; null leaves it as it is. */
  readonly submissionStatus: PageCommit['settledIntents'][number]['status'] | null;
  /** The digest of what the service holds, where that is not our frozen body. */
  readonly digest: string | null;
  /** The service's own id; empty where it is not known. */
  readonly remoteId: string;
  /** The service's transaction compared with our body. */
  readonly comparison: ServiceComparison | null;
  /** Whether the list, a lookup or a 409 showed that the service holds it, and not only the answer to the push. */
  readonly isFound: boolean;
  /** Known from an earlier run, because this one did not read the list that far. */
  readonly isPassedOver?: true;
  readonly drift: Adjustment | null;
  /** Whether a push in this run may have arrived and got no clear answer. */
  readonly isUnanswered: boolean;
}

export const settledResult = (outcome: Outcome, differences: Partial<SettledResult> = {}): SettledResult => ({
  _tag: 'Settled',
  outcome,
  reason: null,
  message: null,
  submissionStatus: null,
  digest: null,
  remoteId: '',
  comparison: null,
  isFound: false,
  drift: null,
  isUnanswered: false,
  ...differences,
});

/** The service's transaction compared with our body. */
export interface ServiceComparison {
  readonly differences: readonly FieldDifference[];
  /** False when the service did not show all that a tax filing depends on: total, tax, state and day. */
  readonly isCompared: boolean;
  /** What the service showed, where that could be compared. */
  readonly shown?: ShownFields;
  /** The service's own tax information, unchanged; undefined where it gave none. */
  readonly reportedTax?: string | undefined;
}

export const pendingResult: PushResult = { _tag: 'Pending' };

export const succeededResult = (comparison: ServiceComparison, remoteId = ''): SettledResult =>
  settledResult('succeeded', { submissionStatus: 'confirmed', comparison, remoteId });

/** An attempt without a clear answer that turned out to have arrived. */
export const confirmedEarlierResult = (comparison: ServiceComparison, remoteId = ''): SettledResult => ({
  ...succeededResult(comparison, remoteId),
  isFound: true,
});

/** `submission` becomes confirmed when the service holds the transaction of an intent. */
export const presentResult = (
  submission: 'confirmed' | null,
  more: Partial<Pick<SettledResult, 'comparison' | 'remoteId' | 'drift'>> = {},
): SettledResult => settledResult('alreadyPresent', { submissionStatus: submission, isFound: true, ...more });

/**
 * The frozen body never arrived, and the service holds the sale as it is now: it was corrected there, or sent before the sync
 * database was lost.
 */
export const presentAsCurrentResult = (digest: string, comparison: ServiceComparison, remoteId = ''): SettledResult =>
  settledResult('alreadyPresent', { submissionStatus: 'confirmed', digest, remoteId, isFound: true, comparison });

/** The result of an earlier run once more. */
export const failedAgainResult = ({ what, message }: FailedBefore): SettledResult =>
  what === 'refused' ? notSentResult(message ?? what) : settledResult('failed', { reason: what, message });

/** `message`: includes the remedy. */
export const notSentResult = (message: string): SettledResult =>
  settledResult('failed', { reason: 'refused', submissionStatus: 'refused', message });

export const refusedResult = (message: string): SettledResult =>
  notSentResult(`${message}${refusalAdvice(message)}, then retry.`);

/** `id`: the transaction that has its name. */
export const sameNameResult = (id: string): SettledResult =>
  notSentResult(
    `The service holds ${id} under the same name, and refuses a second transaction of that name. Rename the first one at the service, then retry.`,
  );

export const retriesExhaustedResult = (message: string, isUnanswered: boolean): SettledResult =>
  settledResult('failed', {
    isUnanswered,
    reason: 'no definitive response',
    message: `No definitive response after many attempts (last: ${message}). Retry; nothing is doubled.`,
  });

export const dryRunResult: SettledResult = settledResult('skipped', {
  reason: 'would be sent',
  message: 'Dry run: would be pushed.',
});

export const saleNotConfirmedResult: SettledResult = settledResult('held', {
  reason: 'waiting for its sale',
  message: 'Its sale is not confirmed by the service yet. Resolve the sale first, then retry.',
});

/** For a sent transaction that neither the whole list nor a single read shows any more. */
export const goneResult = (storefront: string, sourceId: string): SettledResult =>
  settledResult('held', {
    reason: 'gone from the service',
    message: `It was sent, and the service no longer holds it: it was deleted there, or a backup was restored. To send it again: tax-nexus correct ${storefront} ${sourceId} --yes`,
  });

export const recordedByResult = ({ storefront, id }: SaleOwner): SettledResult =>
  ownedByOtherResult(`recorded by ${storefront} as ${id}`);

export const pushedFirstByResult = ({ storefront, id }: SaleOwner): SettledResult =>
  ownedByOtherResult(
    `recorded by ${storefront} as ${id}: ${storefront} comes first among the storefronts, and pushes it when it is synced`,
  );

/** `reason`: why the first storefront skips it, which holds for each record of the sale. */
export const skippedFirstByResult = (storefront: string, reason: string): SettledResult =>
  ownedByOtherResult(
    `Not sent by any storefront: ${storefront} comes first among the storefronts, has the same sale, and skips it (${reason})`,
  );

export const notPushedYetResult = (storefront: string, reason: string): SettledResult =>
  ambiguousResult(
    `${storefront} comes first among the storefronts and has the same sale, but cannot push it yet (${reason}). Resolve it there, then retry.`,
  );

export const otherNotReadResult = (storefront: string, why: string): SettledResult =>
  ambiguousResult(`${storefront} may have the same sale, and could not be read (${why}). Retry once it can be read.`);

/** `id` is that of a transaction of the same storefront. */
export const paymentPushedBeforeResult = (id: string): SettledResult =>
  pushedBeforeResult(
    `Its payment was already sent as ${id}. Not pushed, because it would count twice. Complete that transaction at the service, and mark this one with \`tax-nexus resolve\``,
  );

/** `id`: where the part that the seller remits should be. */
export const sentWholeBeforeResult = (id: string): SettledResult =>
  pushedBeforeResult(
    `${id} was sent before this part was split from it, or has changed since. Not pushed, because it may count twice. Correct that transaction at the service to the part that you remit and sync again, or leave this one out.`,
  );

/** `id` is that of a transaction of the same storefront. */
export const pushedWithinResult = (id: string): SettledResult =>
  pushedBeforeResult(
    `Already sent as a part of ${id}. Not pushed, because it would count twice. Check whether the key's permissions were reduced, and sync again.`,
  );

const leavesToOther: Readonly<Record<ResultReason, boolean>> = {
  'belongs to another storefront': true,
  'possible duplicate': true,
  'partly sent already': true,
  // Its later changes are listed with their amounts.
  'before the first day': false,
  'waiting for its sale': false,
  'closed period': false,
  'gone from the service': false,
  'left out by decision': false,
  'would be sent': false,
  refused: false,
  'no definitive response': false,
};

/**
 * Whether another transaction represents a sale, or may do so: its refunds and adjustments then belong to that one.
 */
export const isLeftToOther = (result: PushResult | undefined): boolean =>
  result?._tag === 'Settled' && result.reason !== null && leavesToOther[result.reason];

/** Our frozen body as a transaction; none when the sync database returns something else. */
export const parseBody = (body: string): O.Option<WireTransaction> => {
  const parsed = parseJson(body);
  return O.isSome(parsed) && WireTransaction.is(parsed.value) ? O.some(parsed.value) : O.none;
};

/** The comparable fields of our body; none when the sync database returns something else. */
export const comparableBody = (body: string): Comparable => {
  const parsed = parseJson(body);
  return O.isSome(parsed) && isRecord(parsed.value) ? comparableOf(parsed.value, undefined, 'own') : {};
};

/** Compares our body with the fields that the service shows, if any. Pure. */
export const compareWithBody = (body: string, shown: Comparable | ShownFields | null): ServiceComparison =>
  compareWithFields(comparableBody(body), shown);

const notCompared: ServiceComparison = { differences: [], isCompared: false };

/** The same, for a body whose fields were read before: see `comparableBody`. Pure. */
export const compareWithFields = (ours: Comparable, shown: Comparable | ShownFields | null): ServiceComparison => {
  const theirs: Comparable | null = shown;
  const reportedTax = shown === null ? undefined : (shown as ShownFields)['reportedTax'];
  if (theirs === null || !hasComparableFields(theirs) || !hasComparableFields(ours))
    return { ...notCompared, reportedTax };
  return {
    differences: differencesOf(ours, theirs),
    isCompared: hiddenFields(ours, theirs).length === 0,
    shown: theirs,
    reportedTax,
  };
};

/** An amount as the service shows it. */
export const storedAmount = (currency: string, value: unknown): O.Option<MinorUnits> => {
  const found = findCurrency(currency);
  return O.isSome(found) && (typeof value === 'number' || typeof value === 'string')
    ? O.fromEither(parseMinorUnits(found.value)(String(value)))
    : O.none;
};

/**
 * The drift of a sent transaction whose source has changed, such as an order whose tax Shopify recalculated for a new
 * address. The differences are named, with old and new money, where the service shows its fields; otherwise the amount is 0.
 */
export const driftAdjustment = (
  { digest, body, amounts }: Pick<PushCandidate, 'digest' | 'body' | 'amounts'>,
  atService: E.Either<string, ShownFields>,
  now: Instant,
): Adjustment => {
  const { currency, total, taxCollected } = amounts;
  const [before, taxBefore] = E.isRight(atService)
    ? [storedAmount(currency, atService.right['total']), storedAmount(currency, atService.right['taxCollected'])]
    : [O.none, O.none];
  return {
    kind: 'drift',
    id: `drift-${digest.slice(0, 12)}`,
    occurredAt: now,
    currency,
    amount: O.isSome(before) ? total - before.value : 0n,
    tax: O.isSome(taxBefore) ? taxCollected - taxBefore.value : null,
    sent: false,
    message: `${driftMessage(E.isRight(atService) ? compareWithBody(body, atService.right).differences : [])}${E.isLeft(atService) ? ` (${atService.left})` : ''}. The sent transaction stays as it is; correct it at the service if needed.`,
  };
};

/** The outcome of a transaction; undefined while it is not settled. Pure. */
export const outcomeOf = (result: PushResult | undefined): Outcome | undefined =>
  result === undefined || result._tag === 'Pending' ? undefined : result.outcome;

/** Whether a dry run would push it. Pure. */
export const wouldBePushed = (result: PushResult): boolean =>
  result._tag === 'Settled' && result.reason === 'would be sent';

/** A refund follows its sale. In a dry run, a sale that would be pushed lets its refunds be checked as well. */
export const mayFollow = (result: PushResult | undefined): boolean =>
  isInService(outcomeOf(result)) || (result !== undefined && wouldBePushed(result));

/**
 * The remedy of a refusal. The fields that a service names stand in brackets at the end of the message; a proxy (413) names
 * none. The message for 402 has its own remedy.
 */
const refusalAdvice = (message: string): string => {
  if (message.includes('(payment required)')) return '';
  return message.endsWith(')') ? '. Correct the named field' : '. It gives no reason: ask its support';
};

const ownedByOtherResult = (message: string): SettledResult =>
  settledResult('skipped', { reason: 'belongs to another storefront', message });

const ambiguousResult = (message: string): SettledResult =>
  settledResult('held', { reason: 'possible duplicate', message });

const pushedBeforeResult = (message: string): SettledResult =>
  settledResult('held', { reason: 'partly sent already', message });

const parseJson = (body: string): O.Option<unknown> => O.tryCatch(() => JSON.parse(body) as unknown);

const driftMessage = (differences: readonly FieldDifference[]): string => {
  if (differences.length === 0) return 'The order changed after it was sent';
  const cause = causeOf(differences) ?? 'the order changed after it was sent';
  return `${capitalized(cause)}: ${describeDifferences(differences)}`;
};

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
