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

const decodeNaming = decodeAs(
  object('object of a payment', {
    payment_intent: reference,
    payment: nullable(object('Payment', { payment_intent: reference })),
  }),
);

/** Nobody knows what was sold by these payments, or whether an invoice tells it: told as they stand they may count twice. */
export const unreadPayments = (): UnreadPayments => {
  const ids = new Set<string>();
  return {
    has: (paymentId) => ids.has(paymentId),
    noting: (decode) => (item) => {
      const decoded = decode(item);
      if (E.isRight(decoded)) return decoded;
      const naming = decodeNaming(item);
      const id = E.isLeft(naming)
        ? null
        : (naming.right.payment_intent ?? naming.right.payment?.payment_intent ?? null);
      if (id !== null) ids.add(id);
      return decoded;
    },
  };
};
