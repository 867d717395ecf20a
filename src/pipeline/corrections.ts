/**
 * Makes the transactions that correct the service's books: an offset that takes a transaction back, and a replacement with
 * the right values.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseRecord } from '../domain/fields.ts';
import { type Instant, parseInstant } from '../domain/instant.ts';
import type { SentTransaction } from '../domain/sent.ts';
import type { PageLookup, ShownFields } from '../domain/sync-store.ts';
import type { Transaction } from '../domain/transaction.ts';
import { correctionIdOf, type CorrectionKind, correctionNameOf, correctionWithin } from '../mapping/identity.ts';
import { comparableOf, differencesOf } from '../mapping/comparison.ts';
import { heldTransaction, type KnownOfHeld, offsetOf } from '../mapping/offset.ts';
import { type AtService, shownAsFields } from './held-at-service.ts';
import type { MappedTransaction, PushCandidate } from './mapped-record.ts';
import type { SentAs } from './sent-as.ts';
import { changeIdOf, type ComparedChain, eventIdOf, eventOf, type SentChain } from './sent-chain.ts';

/** A chain's transaction as the record is mapped now. */
export const mappedOf = ({ record, base, truth }: SentChain): MappedTransaction | undefined =>
  base === truth.saleId
    ? record.sale
    : record.refunds.map(({ refund }) => refund).find((one) => E.isRight(one) && one.right.id === base);

/** Values of a chain that stand in where the service does not show them: as it was sent, otherwise as the sale is now. */
export const knownOf = (chain: SentChain, sentAs: SentAs | undefined): KnownOfHeld => {
  const { sale } = chain.record;
  const own = O.alt(() => (E.isRight(sale) ? transactionOf(sale.right) : O.none))(asSent(chain, sentAs));
  if (O.isNone(own)) return {};
  const { currency, shipToAddress, entity, purpose, marketplace } = own.value;
  return { currency, shipToAddress, entity, purpose, marketplace };
};

/** A transaction of a chain, by the name under which a service that assigns ids has it. */
export interface ChainMember {
  readonly id: string;
  readonly name: string;
  /** The transaction that it takes back, or that takes it back; null for a standing one. */
  readonly counterpart: ChainMember | null;
}

/** All transactions of a chain: each offset takes back the copy that was sent before it. Pure. */
export const membersOf = (chain: SentChain): readonly ChainMember[] => {
  const member = (id: string, known: string | null | undefined): ChainMember => {
    const correction = correctionWithin(id);
    const named = correction === undefined ? nameOf(chain) : correctionNameOf(nameOf(chain), correction);
    return { id, name: known ?? named, counterpart: null };
  };
  const sent = ({ id, name }: SentTransaction): ChainMember => member(id, name);
  const copies = [member(chain.base, null), ...chain.restored.map(sent)];
  const offsets = chain.undone.map(sent);
  const paired = (all: readonly ChainMember[], others: readonly ChainMember[]): readonly ChainMember[] =>
    all.map((one, index) => ({ ...one, counterpart: others[index] ?? null }));
  return [...paired(copies, offsets), ...paired(offsets, copies)];
};

/** A transaction of a chain as the service shows it. `known`: values for fields that it does not show. Pure. */
export const asHeld = (
  chain: SentChain,
  { id, name }: Pick<ChainMember, 'id' | 'name'>,
  shown: ShownFields,
  known: KnownOfHeld,
): O.Option<Transaction> => {
  const { saleId } = chain.truth;
  // A sale that is sent again has no parent, because services take a transaction with a parent for a refund.
  const isSale = chain.base === saleId && correctionWithin(id)?.kind !== 'undone';
  return heldTransaction({ id, name, parentId: isSale ? null : saleId }, shownAsFields(shown), known);
};

/** A chain's standing transaction at the service and as it was sent, because a service may not show every field. */
export interface HeldChain {
  readonly atService: AtService;
  readonly sentAs: SentAs | undefined;
}

/**
 * The correction that makes the service's books true: an offset with the date of the event that undid the transaction, or the
 * transaction once more. None where it cannot be made exactly. Pure.
 *
 * @param held the standing transaction; null for a restoration
 * @param offsetAt the date of the offset whose replacement is made, if a process died between the two
 */
export const correctionOf = (
  chain: SentChain,
  kind: CorrectionKind,
  held: HeldChain | null,
  offsetAt: Instant | null = null,
): O.Option<PushCandidate> => {
  const event = eventIdOf(chain, kind);
  const at = offsetAt ?? eventOf(chain, kind)?.occurredAt ?? chain.truth.lastChangedAt;
  return kind === 'restored' ? replacementOf(chain, event, at) : opposite(chain, event, at, held);
};

/**
 * The record's transaction as it is mapped now, under the id of its standing correction.
 *
 * @param sentAt the date of the standing correction; null where it is not known
 */
export const nowAsStanding = (chain: SentChain, sentAt: Instant | null): O.Option<PushCandidate> => {
  const standing = chain.restored.at(-1);
  const event = standing === undefined ? undefined : correctionWithin(standing.id)?.event;
  const shown = O.toNullable(parseInstant(standing?.shown?.['transactedAt'] ?? ''));
  return event === undefined ? O.none : replacementOf(chain, event, sentAt ?? shown);
};

/**
 * The offset of what the service holds, and its replacement. Both have the same date, so that no period contains only one of
 * them. Either both are made or neither. Pure.
 */
export const pairOf = (chain: SentChain, held: HeldChain): Pick<ComparedChain, 'offset' | 'replacement'> => {
  const event = changeIdOf(chain);
  const offset = O.toNullable(opposite(chain, event, chain.truth.lastChangedAt, held));
  const replacement = offset && O.toNullable(replacementOf(chain, event, offset.transactedAt));
  return replacement === null ? { offset: null, replacement } : { offset, replacement };
};

/** A correction that was begun before, with its frozen body. None if the body was erased. Pure. */
export const frozenCorrection = (
  { truth, first, base }: SentChain,
  { id, name }: SentTransaction,
  { submissions }: Pick<PageLookup, 'submissions'>,
): O.Option<PushCandidate> => {
  const body = submissions.get(id)?.body ?? null;
  if (body === null) return O.none;
  const own = transactionOf({ id, name: name ?? first?.name ?? base, body });
  return O.chain((transaction: Transaction) => asCandidate(truth.freeze(transaction)))(own);
};

/** One of our transactions, from its body. */
const transactionOf = ({ id, name, body }: Pick<PushCandidate, 'id' | 'name' | 'body'>): O.Option<Transaction> => {
  const fields = parseRecord(body);
  const parentId = fields['parentId'];
  return heldTransaction({ id, name, parentId: typeof parentId === 'string' ? parentId : null }, fields, {});
};

/** A chain's transaction as it was sent. None if no audit record has it. */
const asSent = ({ base }: SentChain, sentAs: SentAs | undefined): O.Option<Transaction> =>
  sentAs === undefined ? O.none : heldTransaction({ id: base, name: base, parentId: null }, sentAs.body, {});

/** The name that we sent: the service's list may keep it in another form. */
const nameOf = ({ first, base, record }: SentChain): string => {
  const mapped = [record.sale, ...record.refunds.map(({ refund }) => refund)].flatMap((one) =>
    E.isRight(one) && one.right.id === base ? [one.right.name] : [],
  );
  return mapped[0] ?? first?.name ?? base;
};

/** The record's transaction as it is mapped now, under the id of a correction. */
const replacementOf = (chain: SentChain, event: string, at: Instant | null): O.Option<PushCandidate> => {
  const mapped = mappedOf(chain);
  const again = mapped !== undefined && E.isRight(mapped) ? transactionOf(mapped.right) : O.none;
  return O.chain((now: Transaction) =>
    asCandidate(
      chain.truth.freeze({ ...now, ...givenOf(chain, 'restored', event), transactedAt: at ?? now.transactedAt }),
    ),
  )(again);
};

const asCandidate = (mapped: MappedTransaction): O.Option<PushCandidate> => O.fromEither(mapped);

const givenOf = (chain: SentChain, kind: CorrectionKind, event: string): Pick<Transaction, 'id' | 'name'> => ({
  id: correctionIdOf({ base: chain.base, kind, event }),
  name: correctionNameOf(nameOf(chain), { kind, event }),
});

const opposite = (
  chain: SentChain,
  event: string,
  at: Instant | null,
  held: HeldChain | null,
): O.Option<PushCandidate> => {
  if (held?.atService._tag !== 'Found') return O.none;
  const { base, truth } = chain;
  const known = knownOf(chain, held.sentAs);
  const given = { ...givenOf(chain, 'undone', event), parentId: truth.saleId };
  const shown = heldTransaction({ id: base, name: given.name, parentId: null }, held.atService.fields, known);
  const standing = O.alt(() => asSentUnchanged(chain, held))(shown);
  return O.chain((transaction: Transaction) => {
    const { transactedAt } = transaction;
    // An offset is never dated before its transaction.
    const undoneAt = at !== null && at > transactedAt ? at : transactedAt;
    return asCandidate(truth.freeze(offsetOf(transaction, { ...given, transactedAt: undoneAt })));
  })(standing);
};

/**
 * The transaction as it was sent, for a service that shows amounts or days in a form that we cannot read. None if any value
 * that we can read differs.
 */
const asSentUnchanged = (chain: SentChain, { atService, sentAs }: HeldChain): O.Option<Transaction> => {
  const shown = atService._tag === 'Found' ? (atService.shown ?? comparableOf(atService.fields)) : {};
  const isChanged = sentAs !== undefined && differencesOf(sentAs.fields, shown).length > 0;
  return isChanged ? O.none : asSent(chain, sentAs);
};
