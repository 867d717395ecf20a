import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { CheckoutSession, SessionLine } from '../records/checkout-session.ts';
import { containedInLines } from './contained-in-lines.ts';
import { isBareSession } from './is-bare-session.ts';
import type { StripeMoney } from './money.ts';
import { partsOfShipping } from './parts-of-shipping.ts';
import { amountsFrom, type SaleParts, type Telling, taxOf, toldWithoutTax, wholeQuantity } from './sale-parts.ts';

interface LinePrice {
  readonly contained: bigint;
  readonly keepsTaxes: boolean;
}

const toLine = (telling: Telling, line: SessionLine, { contained, keepsTaxes }: LinePrice): SaleLine => ({
  id: line.id,
  kind: 'goods',
  name: line.description ?? 'Item',
  sku: line.price?.product ?? null,
  quantity: wholeQuantity(line.quantity),
  listed: (line.amount_subtotal ?? 0n) - contained,
  discount: line.amount_discount ?? 0n,
  taxes: keepsTaxes ? taxOf(telling, line.amount_tax ?? 0n, line.taxes[0]?.rate?.display_name ?? 'Tax') : [],
  isShipped: telling.isShipped,
});

const shippingOf = (session: CheckoutSession): CheckoutSession['shipping_cost'] => {
  const amount = session.total_details?.amount_shipping ?? 0n;
  if (session.shipping_cost !== null || amount === 0n) return session.shipping_cost;
  return { amount_subtotal: amount, amount_tax: 0n, amount_total: amount, taxes: [] };
};

/** The parts of a Checkout Session, whose line items must be complete. */
export const partsOfSession = (
  telling: Telling,
  money: Pick<StripeMoney, 'step'>,
  session: CheckoutSession,
): SaleParts => {
  const items = session.line_items?.data ?? [];
  const shipping = partsOfShipping(telling, shippingOf(session));
  const onLines = sum(items.map(({ amount_tax }) => amount_tax ?? 0n));
  const told = onLines + sum(shipping.charges.flatMap(({ taxes }) => taxes).map(({ amount }) => amount));
  const stated = session.total_details?.amount_tax ?? told;
  // Stripe calls it the sum of all taxes. Where it is to the cent that of the lines, it leaves out that of shipping.
  const all = stated === onLines ? told : stated;
  const contained = containedInLines(money, session, shipping.contained, all !== told);
  // A line has no negative tax: where theirs are more than all of it, the session's stands alone.
  const keepsTaxes = all >= told;
  return {
    lines: items.map((line, index) => toLine(telling, line, { contained: contained[index] ?? 0n, keepsTaxes })),
    shipping: keepsTaxes ? shipping.charges : shipping.charges.map((charge) => ({ ...charge, taxes: [] })),
    orderDiscount: isBareSession(session) ? (session.total_details?.amount_discount ?? 0n) : 0n,
    orderTaxes: taxOf(telling, keepsTaxes ? all - told : all),
    decisions: [
      amountsFrom('the Checkout Session', ['line_items', 'shipping_cost', 'total_details']),
      ...toldWithoutTax(sum(contained) + shipping.contained, ['line_items.amount_subtotal']),
    ],
  };
};
