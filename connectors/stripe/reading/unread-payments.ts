import * as E from 'fp-ts/lib/Either.js';
import { decodeAs, type Undecodable } from '../../../src/core/decode.ts';
import { nullable, object, reference } from '../records/codec.ts';

/** The payments of sessions, and of payments of invoices, that could not be decoded. */
export interface UnreadPayments {
  readonly has: (paymentId: string) => boolean;
  /** Decodes, and remembers the payment of what cannot be decoded. */
  readonly noting: <A>(
    decode: (item: unknown) => E.Either<Undecodable, A>,
  ) => (item: unknown) => E.Either<Undecodable, A>;
}

const decodeSession = decodeAs(object('session of a payment', { payment_intent: reference }));
const decodePaid = decodeAs(
  object('payment of an invoice', { payment: nullable(object('Payment', { payment_intent: reference })) }),
);

/** Each by itself: any field of what could not be decoded may be the odd one. */
const paymentNamedIn = (item: unknown): string | null => {
  const [session, paid] = [decodeSession(item), decodePaid(item)];
  if (E.isRight(session) && session.right.payment_intent !== null) return session.right.payment_intent;
  return E.isRight(paid) ? (paid.right.payment?.payment_intent ?? null) : null;
};

/** Nobody knows what was sold by these payments, or whether an invoice tells it: told as they stand they may count twice. */
export const unreadPayments = (): UnreadPayments => {
  const ids = new Set<string>();
  return {
    has: (paymentId) => ids.has(paymentId),
    noting: (decode) => (item) => {
      const decoded = decode(item);
      if (E.isRight(decoded)) return decoded;
      const id = paymentNamedIn(item);
      if (id !== null) ids.add(id);
      return decoded;
    },
  };
};
