import * as E from 'fp-ts/lib/Either.js';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import { nullable, object, reference, unixSeconds } from '../records/codec.ts';

/** The payments of sessions, and of payments of invoices, that could not be decoded. */
export interface UnreadPayments {
  readonly has: (paymentId: string) => boolean;
  /** Decodes, and remembers the payment of what cannot be decoded. `lag`: seconds that it may be younger than the payment's charge. */
  readonly noting: <A>(
    decode: (item: unknown) => E.Either<Undecodable, A>,
    lag: number,
  ) => (item: unknown) => E.Either<Undecodable, A>;
  /** Drops what no charge from before a second may belong to. */
  readonly forgetFrom: (second: number) => void;
}

const decodeSession = decodeAs(object('session of a payment', { payment_intent: reference }));
const decodePaid = decodeAs(
  object('payment of an invoice', { payment: nullable(object('Payment', { payment_intent: reference })) }),
);
const decodeDate = decodeAs(object('date', { created: unixSeconds }));

const createdOf = (item: unknown): number => {
  const date = decodeDate(item);
  return (E.isRight(date) ? date.right.created : null) ?? Number.NEGATIVE_INFINITY;
};

/** Each by itself: any field of what could not be decoded may be the odd one. */
const paymentNamedIn = (item: unknown): string | null => {
  const [session, paid] = [decodeSession(item), decodePaid(item)];
  if (E.isRight(session) && session.right.payment_intent !== null) return session.right.payment_intent;
  return E.isRight(paid) ? (paid.right.payment?.payment_intent ?? null) : null;
};

/** Nobody knows what was sold by these payments, or whether an invoice tells it: told as they stand they may count twice. */
export const unreadPayments = (): UnreadPayments => {
  /** By payment, the second from which on its charge may have been made. */
  const since = new Map<string, number>();
  return {
    has: (paymentId) => since.has(paymentId),
    noting: (decode, lag) => (item) => {
      const decoded = decode(item);
      if (E.isRight(decoded)) return decoded;
      const id = paymentNamedIn(item);
      if (id !== null) since.set(id, Math.min(createdOf(item) - lag, since.get(id) ?? Number.POSITIVE_INFINITY));
      return decoded;
    },
    forgetFrom: (second) => {
      for (const [id, from] of since) if (from >= second) since.delete(id);
    },
  };
};
