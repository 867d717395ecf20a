import { chargeId, type Names, orderId, type Side } from './two-storefronts.ts';

export const leftElsewhere = 'skipped: belongs to another storefront';
export const ambiguous = 'held: possible duplicate';
export const idOf: Readonly<Record<Side, (n: number) => string>> = { shop: orderId, stripe: chargeId };
export const other: Readonly<Record<Side, Side>> = { shop: 'stripe', stripe: 'shop' };
export const sides: readonly Side[] = ['shop', 'stripe'];

export const precedences: readonly (readonly Side[])[] = [
  ['shop', 'stripe'],
  ['stripe', 'shop'],
];

/** A proof on both sides, or on one alone. */
export const proofs: readonly Names[] = [
  { payment: true, order: true },
  { payment: true, order: false },
  { payment: false, order: true },
];

export interface Story {
  readonly precedence: readonly Side[];
  /** The storefront that is read first. */
  readonly first: Side;
  readonly names: Names;
}

/** Both orders of precedence, both orders in time, and each kind of proof. */
export const everyOrder: readonly Story[] = precedences.flatMap((precedence) =>
  sides.flatMap((first) => proofs.map((names) => ({ precedence, first, names }))),
);

/** Whether the sale of that side names the record of the other one. */
export const knowsTheOther = (side: Side, names: Names): boolean => (side === 'shop' ? names.payment : names.order);
