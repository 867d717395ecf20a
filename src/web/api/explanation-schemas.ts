import { fields, instant, list, money, oneOf, orNull, text, yesNo } from './schema.ts';

const decision = fields(
  { about: text(), value: text(), reason: text(), fields: list(text()) },
  { finding: text(), subject: text() },
);
const parts = fields({
  currency: text(),
  pricesIncludeTax: yesNo(),
  parts: list(
    fields({ name: text(), quantity: orNull({ type: 'number' }), listed: money, discount: money, tax: money }),
  ),
  sum: money,
  stated: orNull(money),
});
const explainedTransaction = fields({
  _tag: { const: 'Transaction' },
  id: text(),
  name: text(),
  transactedAt: instant,
  currency: text(),
  lines: list(
    fields(
      {
        ...{ productName: text(), productSku: orNull(text()), quantity: { type: 'number' } },
        ...{ amount: money, discount: money, total: money, tax: money },
      },
      { taxCode: text() },
    ),
  ),
  discount: money,
  subtotal: money,
  shippingHandling: money,
  taxCollected: money,
  total: money,
  shipTo: fields({ state: orNull(text()), zip: orNull(text()), country: text() }),
  entity: orNull(text()),
  purpose: orNull(text()),
  marketplace: orNull(text()),
  decisions: list(decision),
  store: fields({
    status: oneOf('never tried', 'intent', 'confirmed', 'refused'),
    isSame: orNull(yesNo()),
  }),
  service: fields(
    { _tag: oneOf('Absent', 'Same', 'NotCompared', 'Differs', 'Unknown') },
    { reportedTax: text(), fields: list(text()), message: text(), cause: text() },
  ),
});
const explainedExclusion = fields(
  { _tag: { const: 'Excluded' }, outcome: oneOf('skipped', 'held'), reason: text(), message: text() },
  { parts },
);

/** See `ExplainedSale`: what becomes of a sale, or of a part of one. */
export const explained = { anyOf: [explainedTransaction, explainedExclusion] };
