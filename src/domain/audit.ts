/** The audit trail: for each request that may have changed what the service holds, its body, its answer and its cause. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from './fields.ts';
import type { Instant } from './instant.ts';
import { findCurrency, parseMinorUnits } from './money.ts';
import { jurisdictionOf } from './transaction.ts';
import { WireTransaction } from './wire-transaction.ts';

/**
 * The answer to a request that changed, or may have changed, what the service holds.
 *
 * - `accepted`: the service stored it
 * - `found`: there was no answer, and the service was found to hold it later
 * - `present`: the service held it already, under this id or name
 * - `refused`: the service refused this body for good
 * - `not sent`, `credentials refused`: the request did not arrive, and can be tried again
 * - `no answer`: not known yet; a later record has the outcome
 */
export type AuditAnswer =
  | 'accepted'
  | 'found'
  | 'present'
  | 'refused'
  | 'not sent'
  | 'credentials refused'
  | 'no answer';

/** What led to a request: a historical run, a webhook, catch-up, a request to read a record again, or a person's command. */
export type AuditCause = 'run' | 'webhook' | 'schedule' | 'resync' | 'person';

/** What all requests of a commit have in common. */
export interface AuditContext {
  readonly cause: AuditCause;
  /** JSON of the version of this package, the wire profile, and the settings that differ from their defaults. */
  readonly settings: string;
}

/** The answer to one intent, as far as it is known. */
export interface AuditedAnswer {
  readonly id: string;
  /** Default: `accepted` or `refused`, as its status is. */
  readonly answer?: AuditAnswer;
  readonly message?: string;
  /** See `AuditRecord`. */
  readonly by?: string;
}

/** `unanswered`: intents that may have arrived, and that no answer settled. */
export interface PageAudit extends AuditContext {
  readonly unanswered: readonly AuditedAnswer[];
}

/**
 * One request and its answer. A record never changes, with two exceptions: an erasure removes personal data, and the answer
 * to a request replaces `found` or `present`, which another run had recorded.
 */
export interface AuditRecord {
  readonly storefront: string;
  readonly sourceId: string;
  /** The id of the transaction. */
  readonly id: string;
  /** The id after an erasure. */
  readonly name: string;
  /**
   * A sale, a later change of one as its own transaction, or the replacement of what the service holds; or webhooks that a person
   * subscribed at a platform: `id` and `name` are then the address, and `sourceId` is `webhooks`.
   */
  readonly action: 'create' | 'adjust' | 'correct' | 'subscribe';
  /** When the latest request that may have arrived began; if none began, when the transaction was first about to be sent. */
  readonly sentAt: Instant;
  readonly answeredAt: Instant;
  readonly answer: AuditAnswer;
  /** What the service answered; names fields, and holds no values. Null after an erasure. */
  readonly message: string | null;
  /** The service's own id, where it is not ours. */
  readonly remoteId: string | null;
  /** SHA-256 of the whole body in its canonical form: keys in order, before the wire profile renames them. */
  readonly digest: string;
  /** The same body without street, city and product names; null after an erasure. */
  readonly body: string | null;
  /** Null where the body was erased before the answer came, or has no amounts of a known currency. */
  readonly amounts: AuditAmounts | null;
  readonly cause: AuditCause | null;
  /** The person who decided it, in the host's words; null without a decision, and empty after an erasure. */
  readonly by: string | null;
  readonly runId: string | null;
  /** See `AuditContext`. */
  readonly settings: string | null;
}

/** Money in minor units of the currency. */
export interface AuditAmounts {
  readonly occurredAt: Instant;
  readonly currency: string;
  /** See `jurisdictionOf`. */
  readonly jurisdiction: string;
  readonly total: bigint;
  readonly taxCollected: bigint;
}

/** The part of a body that stays as proof without personal data. */
export type AuditedBody = Pick<AuditRecord, 'digest' | 'body' | 'amounts'>;

/**
 * What is kept of a body. Pure.
 *
 * @param text null when it was erased
 * @param frozen the digest that was kept with it
 */
export const auditedBody = (text: string | null, frozen: string): AuditedBody => {
  if (text === null) return { digest: frozen, body: null, amounts: null };
  const digest = digestOf(text);
  const wire = parseWire(text);
  if (O.isNone(wire)) return { digest, body: null, amounts: null };
  return { digest, body: JSON.stringify(withoutPerson(wire.value)), amounts: amountsOf(wire.value) };
};

/** The record after an erasure. Pure. */
export const withoutPersonalData = (record: AuditRecord): AuditRecord => ({
  ...record,
  name: record.id,
  body: null,
  message: null,
  by: record.by === null ? null : '',
});

const parseWire = (text: string): O.Option<WireTransaction> => {
  const parsed = O.tryCatch((): unknown => JSON.parse(text));
  return O.isSome(parsed) && WireTransaction.is(parsed.value) ? O.some(parsed.value) : O.none;
};

/** Named fields only: what a later version adds to bodies must not be kept unseen. */
const withoutPerson = ({ shipToAddress: { state, zip, country }, lineItems, ...wire }: WireTransaction): object => ({
  currency: wire.currency,
  discount: wire.discount,
  entity: wire.entity,
  id: wire.id,
  lineItems: lineItems.map(({ amount, discount, id, productSku, quantity }) => {
    return { amount, discount, id, productSku, quantity };
  }),
  marketplace: wire.marketplace,
  name: wire.name,
  parentId: wire.parentId,
  purpose: wire.purpose,
  shipToAddress: { country, state, zip },
  shippingHandling: wire.shippingHandling,
  subtotal: wire.subtotal,
  taxCollected: wire.taxCollected,
  total: wire.total,
  transactedAt: wire.transactedAt,
});

const amountsOf = ({
  currency,
  total,
  taxCollected,
  transactedAt,
  shipToAddress,
}: WireTransaction): AuditAmounts | null => {
  const known = findCurrency(currency);
  if (O.isNone(known)) return null;
  const minor = (amount: number): E.Either<unknown, bigint> => parseMinorUnits(known.value)(String(amount));
  const [whole, tax] = [minor(total), minor(taxCollected)];
  if (E.isLeft(whole) || E.isLeft(tax)) return null;
  const jurisdiction = jurisdictionOf(shipToAddress);
  return { occurredAt: transactedAt, currency, jurisdiction, total: whole.right, taxCollected: tax.right };
};
