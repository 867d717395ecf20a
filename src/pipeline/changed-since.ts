/**
 * Finds sent transactions that still count but differ from the platform. The policy corrects only changes of the platform:
 * otherwise a new setting or version would correct everything that was ever sent. A person may correct any difference.
 */
import * as E from 'fp-ts/lib/Either.js';
import { millisecondsOf } from '../domain/instant.ts';
import { decisionFor } from '../domain/decision.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import { type Comparable, comparableOf, type FieldDifference, differencesOf } from '../mapping/comparison.ts';
import { mappedOf } from './corrections.ts';
import type { AtService } from './held-at-service.ts';
import type { PushCandidate } from './mapped-record.ts';
import { comparableBody } from './push-result.ts';
import type { PushContext } from './run-context.ts';
import type { SentAs } from './sent-as.ts';
import { type SentChain, standingOf, stateOf } from './sent-chain.ts';

/** A chain's standing transaction as it is right now, and how it differs from the sent one. */
export interface ChangedChain {
  readonly now: PushCandidate;
  readonly sentAs: SentAs | undefined;
  /**
   * Differences between what was sent and what is right. For a correction the date is not compared, because it has the date
   * of its event.
   */
  readonly differences: readonly FieldDifference[];
}

/**
 * Whether the sync database shows that the chain may have changed. Without a query, because most records did not change.
 * Pure.
 */
export const mayHaveChanged = (
  chain: SentChain,
  { submissions }: Pick<PageLookup, 'submissions'>,
  isAsked: boolean,
): boolean => {
  const now = mappedOf(chain);
  if (!chain.isTrue || chain.first === null || now === undefined || E.isLeft(now)) return false;
  const state = stateOf(chain);
  if (state === 'steady' || (state === 'as sent' && isAsked)) return true;
  const submission = submissions.get(chain.base);
  return state === 'as sent' && submission?.status === 'confirmed' && submission.digest !== now.right.digest;
};

/**
 * How a chain changed since its standing transaction was sent. Undefined if the record has no such transaction now. Costs one
 * query.
 */
export const changedSince = async (
  { askSentAs }: Pick<PushContext, 'askSentAs'>,
  chain: SentChain,
): Promise<E.Either<StoreError, ChangedChain | undefined>> => {
  const now = mappedOf(chain);
  if (now === undefined || E.isLeft(now)) return E.right(undefined);
  const sentAs = await askSentAs(chain.truth.sourceId, standingOf(chain));
  if (E.isLeft(sentAs)) return sentAs;
  // Without a record of what was sent, the service's list shows it.
  const before: Comparable | null | undefined = sentAs.right?.fields ?? chain.restored.at(-1)?.shown;
  return E.right({
    now: now.right,
    sentAs: sentAs.right,
    differences: before == null ? [] : between(chain, now.right, before),
  });
};

/** The differences from what the service holds; undefined where it does not show that. Pure. */
export const differencesAt = (
  chain: SentChain,
  { now }: Pick<ChangedChain, 'now'>,
  held: AtService,
): readonly FieldDifference[] | undefined =>
  held._tag === 'Found' ? between(chain, now, held.shown ?? comparableOf(held.fields)) : undefined;

/**
 * Who decided to correct it; null without a decision. A decision counts only for the transaction that stood when it was made.
 * Pure.
 */
export const decidedBy = (
  chain: SentChain,
  { decisions, submissions }: Pick<PageLookup, 'decisions' | 'submissions'>,
): string | null => {
  const standing = standingOf(chain);
  const decision = decisionFor(decisions?.get(standing), 'send', 'differs');
  const savedAt = submissions.get(standing)?.savedAt;
  return decision !== undefined && (savedAt === undefined || millisecondsOf(decision.at) >= millisecondsOf(savedAt))
    ? decision.by
    : null;
};

const between = (
  { restored }: Pick<SentChain, 'restored'>,
  { body }: Pick<PushCandidate, 'body'>,
  there: Comparable,
): readonly FieldDifference[] => {
  const ours = comparableBody(body);
  return restored.length === 0 ? differencesOf(ours, there) : differencesOf(withoutDate(ours), withoutDate(there));
};

/** A correction has the date of its cause, and not of the sale. */
const withoutDate = (fields: Comparable): Comparable =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== 'transactedAt'));
