/** Decides for one sent transaction and its corrections whether an offset or a replacement is needed, and who asked for it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { decisionFor } from '../domain/decision.ts';
import { type Instant, millisecondsOf, parseInstant } from '../domain/instant.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import type { FieldDifference } from '../mapping/comparison.ts';
import { changedSince, decidedBy, differencesAt, mayHaveChanged } from './changed-since.ts';
import { correctionOf, frozenCorrection, pairOf } from './corrections.ts';
import { heldAtService } from './held-at-service.ts';
import type { PushContext } from './run-context.ts';
import type { SentAs } from './sent-as.ts';
import { type ComparedChain, openOffsetOf, type SentChain, standingNameOf, standingOf, stateOf } from './sent-chain.ts';
import { withWhatUndid } from './what-undid.ts';
import { attempt } from '../domain/attempt.ts';

/** Whether the policy sends corrections of a chain. Pure. */
export const isSentByPolicy = ({ truth, base }: SentChain): boolean =>
  (base === truth.saleId || truth.saleUndoneBy !== null
    ? truth.offsets.undoneSales
    : truth.offsets.undoneAdjustments) === 'send';

type Compared = Promise<E.Either<StoreError, ComparedChain>>;

/** Compares one chain, and makes the corrections that it needs. Costs one request if it needs any. */
export const compareChain = async (pushContext: PushContext, chain: SentChain, known: PageLookup): Compared => {
  const state = stateOf(chain);
  const begun = [...chain.undone, ...chain.restored]
    .filter(({ status }) => status === 'intent')
    .flatMap((one) => O.toUndefined(frozenCorrection(chain, one, known)) ?? []);
  const compared: ComparedChain = {
    ...{
      chain,
      missing: null,
      begun,
      held: null,
      offset: null,
      replacement: null,
      differences: [],
      by: null,
      isDated: true,
    },
  };
  switch (state) {
    case 'restored': {
      const offset = chain.undone.at(-1)?.id ?? chain.base;
      const takenBack = await pushContext.askSentAs(chain.truth.sourceId, offset);
      if (E.isLeft(takenBack)) return takenBack;
      if (isReadBefore(chain, offset, takenBack.right)) return E.right(compared);
      const offsetAt = await dateOfOpenOffset(pushContext, compared);
      if (E.isLeft(offsetAt)) return offsetAt;
      const replacement = O.toNullable(correctionOf(chain, state, null, offsetAt.right));
      return E.right({ ...compared, missing: state, replacement });
    }
    case 'undone':
      return compareUndone(pushContext, { ...compared, missing: state }, known);
    case 'as sent':
    case 'steady':
      return compareStanding(pushContext, compared, known);
  }
};

/** Who asked to correct a chain's standing transaction, which still counts; null without such a request. Pure. */
export const askedBy = (
  { offsets }: Pick<PushContext, 'offsets'>,
  chain: SentChain,
  known: Pick<PageLookup, 'decisions' | 'submissions'>,
): string | null => offsets?.get(chain.base) ?? decidedBy(chain, known);

/**
 * Whether this reading of the record is older than the change or correction that was sent, such as a bulk result: it then
 * shows nothing of later events. The day of the sale itself is not the date of a change.
 */
const isReadBefore = (
  { truth: { readAsOf, saleId } }: Pick<SentChain, 'truth'>,
  id: string,
  sentAs: SentAs | undefined,
): boolean => {
  const madeAt = sentAs?.occurredAt ?? null;
  return readAsOf !== null && id !== saleId && madeAt !== null && millisecondsOf(readAsOf) < millisecondsOf(madeAt);
};

/** The date of an offset whose replacement is missing; null if there is no such offset. */
const dateOfOpenOffset = async (
  { askSentAs }: PushContext,
  { chain, begun }: ComparedChain,
): Promise<E.Either<StoreError, Instant | null>> => {
  const open = openOffsetOf(chain);
  if (open === undefined) return E.right(null);
  const frozen = begun.find(({ id }) => id === open.id);
  if (frozen !== undefined) return E.right(frozen.transactedAt);
  const sentAs = await askSentAs(chain.truth.sourceId, open.id);
  if (E.isLeft(sentAs)) return sentAs;
  const shown = parseInstant(open.shown?.['transactedAt'] ?? '');
  return E.right(sentAs.right?.occurredAt ?? O.toNullable(shown));
};

const compareUndone = (pushContext: PushContext, compared: ComparedChain, known: PageLookup): Compared =>
  attempt(async (take) => {
    const { chain } = compared;
    const sentAs = await take(pushContext.askSentAs(chain.truth.sourceId, standingOf(chain)));
    if (isReadBefore(chain, standingOf(chain), sentAs)) return { ...compared, missing: null };
    const held = await take(heldAtService(pushContext, standingOf(chain), standingNameOf(chain)));
    if (held._tag === 'Absent') return { ...compared, held };
    const dated = await withWhatUndid(pushContext.askWhatUndid, chain);
    if (E.isLeft(dated)) return { ...compared, held, isDated: false };
    const by = askedToUndo(pushContext, known, chain);
    const isSent = by !== null || isSentByPolicy(chain);
    const offset = isSent ? correctionOf(dated.right, 'undone', { atService: held, sentAs }) : O.none;
    return { ...compared, by, chain: dated.right, held, offset: O.toNullable(offset) };
  });

/** Who asked to offset a transaction that is no longer true; null if no person did. */
const askedToUndo = ({ offsets }: PushContext, { decisions }: PageLookup, { base }: SentChain): string | null =>
  offsets?.get(base) ?? decisionFor(decisions?.get(base), 'send', 'no longer true')?.by ?? null;

/** Compares a chain that counts at the platform and may have changed since it was sent. */
const compareStanding = (pushContext: PushContext, compared: ComparedChain, known: PageLookup): Compared =>
  attempt(async (take) => {
    const { chain } = compared;
    const by = askedBy(pushContext, chain, known);
    if (!mayHaveChanged(chain, known, by !== null)) return compared;
    const changed = await take(changedSince(pushContext, chain));
    if (changed === undefined) return compared;
    const { sentAs, differences } = changed;
    if (isReadBefore(chain, standingOf(chain), sentAs)) return compared;
    const isSent = by !== null || (sentAs?.isBySameSettings === true && isChangeSentByPolicy(chain, differences));
    if (!isSent) return { ...compared, differences };
    const held = await take(heldAtService(pushContext, standingOf(chain), standingNameOf(chain)));
    const atService = differencesAt(chain, changed, held);
    // It was corrected there by hand, or is not held at all: nothing is taken back.
    if (atService?.length === 0 || held._tag === 'Absent') return { ...compared, held };
    const pair = pairOf(chain, { atService: held, sentAs });
    return {
      ...{ ...compared, ...pair, by },
      ...{ missing: 'changed', held, differences: atService ?? differences },
    };
  });

/** Fields that a later change takes from its sale. */
const ofSale: ReadonlySet<string> = new Set([
  ...['shipToAddress.state', 'shipToAddress.zip', 'shipToAddress.country', 'purpose', 'entity', 'marketplace'],
]);

/**
 * Whether the policy sends the correction of a change. A refund or an addition stays in the state of its sale: corrected
 * alone, the two would count in different states.
 */
const isChangeSentByPolicy = (chain: SentChain, differences: readonly FieldDifference[]): boolean =>
  isSentByPolicy(chain) &&
  (chain.truth.offsets.undoneSales === 'send' || differences.some(({ field }) => !ofSale.has(field)));
