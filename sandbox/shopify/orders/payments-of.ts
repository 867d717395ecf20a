/** Computes how a sample order was paid and paid back, from its status and history. */
import type { History, Totals } from './history.ts';

/** One payment transaction of an order, in minor units of its currency. */
export interface Payment {
  readonly id: string;
  readonly kind: 'SALE' | 'AUTHORIZATION' | 'VOID' | 'REFUND';
  readonly status: 'SUCCESS' | 'PENDING';
  readonly gateway: string;
  readonly amount: bigint;
  readonly rounding: bigint;
  readonly at: number;
  readonly paymentId: string | null;
  readonly refundId: string | null;
}

export const paymentsOf = (history: History, totals: Totals): readonly Payment[] => {
  const { recipe } = history;
  return [...paid(history, totals), ...refunded(history)].map((draft, index) => ({
    id: `${recipe.id}${980 + index}`,
    status: 'SUCCESS',
    gateway: recipe.payment.gateway,
    rounding: 0n,
    at: recipe.soldAt,
    paymentId: null,
    refundId: null,
    ...draft,
  }));
};

type Draft = Pick<Payment, 'kind' | 'amount'> & Partial<Payment>;

const paid = (history: History, { original, current }: Totals): readonly Draft[] => {
  const at = history.recipe.soldAt;
  const { status, paidAt } = history.recipe.payment;
  if (paidAt !== undefined) return taken(history, current.total).map((draft) => ({ ...draft, at: paidAt }));
  switch (status) {
    case 'PAID':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return [...taken(history, original.total), ...paidLater(history)];
    case 'PARTIALLY_PAID':
      return taken(history, original.total / 2n);
    case 'AUTHORIZED':
    case 'EXPIRED':
      return [{ kind: 'AUTHORIZATION', amount: original.total }];
    case 'VOIDED':
      return [
        { kind: 'AUTHORIZATION', amount: original.total },
        { kind: 'VOID', amount: original.total, at: at + 3_600_000 },
      ];
    case 'PENDING':
    case null:
      return [];
  }
};

const taken = ({ recipe }: History, amount: bigint): readonly Draft[] => {
  const { byGiftCard, paymentId } = recipe.payment;
  if (amount === 0n) return [];
  const card = amount - byGiftCard;
  return [
    ...(byGiftCard > 0n ? [{ kind: 'SALE', amount: byGiftCard, gateway: 'gift_card' } as const] : []),
    { kind: 'SALE', amount: card, paymentId, rounding: recipe.cashRounding },
  ];
};

/** Payments after the sale: for lines that an edit added, and for more expensive goods in an exchange. */
const paidLater = ({ agreements, returns }: History): readonly Draft[] => {
  const edits = agreements.filter(({ kind }) => kind === 'edit').flatMap(({ rows }) => rows);
  const added = edits.reduce((sum, { total }) => sum + total, 0n);
  return [added, ...returns.map(({ due }) => due)]
    .filter((amount) => amount > 0n)
    .map((amount) => ({ kind: 'SALE', amount }));
};

const refunded = ({ refunds }: History): readonly Draft[] =>
  refunds
    .filter(({ money }) => money > 0n)
    .map(({ id, at, money, isPending }) => ({
      kind: 'REFUND',
      amount: money,
      at,
      refundId: id,
      status: isPending ? 'PENDING' : 'SUCCESS',
    }));
