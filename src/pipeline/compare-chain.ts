import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { decisionFor } from '../domain/decision.ts';
import { type Instant, parseInstant } from '../domain/instant.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import { changedSince, differencesAt, isDecided, mayHaveChanged } from './changed-since.ts';
import { correctionOf, frozenCorrection, pairOf } from './corrections.ts';
import { heldAtService } from './held-at-service.ts';
import type { PushContext } from './run-context.ts';
import { type ComparedChain, openOffsetOf, type SentChain, standingOf, stateOf } from './sent-chain.ts';
import { withWhatUndid } from './what-undid.ts';

type Compared = Promise<E.Either<StoreError, ComparedChain>>;

const isSentAnyway = ({ decisions }: PageLookup, base: string): boolean =>
  decisionFor(decisions?.get(base), 'send', 'no longer true') !== undefined;

/** Whether the policy sends corrections of a chain. Pure. */
export const isSentByPolicy = ({ truth, base }: SentChain): boolean =>
  (base === truth.saleId || truth.saleUndoneBy !== null
    ? truth.offsets.undoneSales
    : truth.offsets.undoneAdjustments) === 'send';

/** What is to be done about a chain. Costs one request where something is. */
export const compareChain = async (
  pushContext: PushContext,
  chain: SentChain,
  known: PageLookup,
): Compared => {
  const state = stateOf(chain);
  const begun = [...chain.undone, ...chain.restored]
    .filter(({ status }) => status === 'intent')
    .flatMap((one) => O.toUndefined(frozenCorrection(chain, one, known)) ?? []);
  const compared: ComparedChain = {
    ...{ chain, missing: null, begun, held: null, offset: null, replacement: null, differences: [], isDated: true },
  };
  switch (state) {
    case 'restored': {
      const offsetAt = await dateOfOpenOffset(pushContext, chain);
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

/** When the offset is dated whose replacement is missing; null where none is. */
const dateOfOpenOffset = async (
  { askSentAs }: PushContext,
  chain: SentChain,
): Promise<E.Either<StoreError, Instant | null>> => {
  const open = openOffsetOf(chain);
  if (open === undefined) return E.right(null);
  const sentAs = await askSentAs(chain.truth.sourceId, open.id);
  if (E.isLeft(sentAs)) return sentAs;
  const shown = parseInstant(open.shown?.['transactedAt'] ?? '');
  return E.right(sentAs.right?.occurredAt ?? O.toNullable(shown));
};

const compareUndone = async (
  pushContext: PushContext,
  compared: ComparedChain,
  known: PageLookup,
): Compared => {
  const { chain } = compared;
  const held = await heldAtService(pushContext, standingOf(chain), chain.first?.name ?? '');
  if (E.isLeft(held)) return held;
  if (held.right._tag === 'Absent') return E.right({ ...compared, held: held.right });
  const dated = await withWhatUndid(pushContext.askWhatUndid, chain);
  if (E.isLeft(dated)) return E.right({ ...compared, held: held.right, isDated: false });
  const isAsked = pushContext.offsets?.has(chain.base) === true || isSentAnyway(known, chain.base);
  const isSent = isAsked || isSentByPolicy(chain);
  const offset = isSent ? correctionOf(dated.right, 'undone', held.right) : O.none;
  return E.right({ ...compared, chain: dated.right, held: held.right, offset: O.toNullable(offset) });
};

/** What counts at the platform, and may have changed since it was sent. */
const compareStanding = async (
  pushContext: PushContext,
  compared: ComparedChain,
  known: PageLookup,
): Compared => {
  const { chain } = compared;
  if (!mayHaveChanged(chain, known, isAskedFor(pushContext, chain, known))) return E.right(compared);
  const changed = await changedSince(pushContext, chain);
  if (E.isLeft(changed)) return changed;
  if (changed.right === undefined) return E.right(compared);
  const isAsked = isAskedFor(pushContext, chain, known);
  const { sentAs, differences } = changed.right;
  const isSent = isAsked || (isSentByPolicy(chain) && sentAs?.isBySameSettings === true && differences.length > 0);
  if (!isSent) return E.right({ ...compared, differences });
  const held = await heldAtService(pushContext, standingOf(chain), chain.first?.name ?? '');
  if (E.isLeft(held)) return held;
  const atService = differencesAt(chain, changed.right, held.right);
  // It was corrected there by hand, or is not held at all: nothing is taken back.
  if (atService?.length === 0 || held.right._tag === 'Absent') return E.right({ ...compared, held: held.right });
  const pair = pairOf(chain, held.right);
  return E.right({
    ...{ ...compared, ...pair },
    ...{ missing: 'changed', held: held.right, differences: atService ?? differences },
  });
};

/** Whether a person asked to correct what stands of a chain, and counts. Pure. */
export const isAskedFor = ({ offsets }: PushContext, chain: SentChain, known: PageLookup): boolean =>
  offsets?.has(chain.base) === true || isDecided(chain, known);
