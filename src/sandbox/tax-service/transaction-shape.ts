import * as t from 'io-ts';

const text = t.refinement(t.string, (value) => value.trim() !== '', 'a text that is not empty');
const number = t.refinement(t.number, Number.isFinite, 'a number');
const part = t.union([t.string, t.null, t.undefined], 'a text or null');

const Line = t.intersection([
  t.type({
    quantity: t.refinement(t.number, (value) => Number.isSafeInteger(value) && value !== 0, 'a whole number, not 0'),
    amount: t.refinement(t.number, (value) => Number.isFinite(value) && value >= 0, 'a number of at least 0'),
  }),
  t.partial({ id: text, productName: t.string, productSku: t.string, discount: number }),
]);

const Address = t.intersection([
  t.type({ country: t.refinement(t.string, (value) => /^[A-Z]{2}$/.test(value), 'two capital letters') }),
  t.partial({ line1: part, line2: part, city: part, state: part, zip: part }),
]);

const isInstant = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

/** The body of a POST as the interface describes it, written down once more and apart from the client's own codec. */
export const TransactionShape = t.intersection(
  [
    t.type({
      id: text,
      name: text,
      total: number,
      taxCollected: number,
      lineItems: t.refinement(t.array(Line), (lines) => lines.length > 0, 'at least one line'),
      transactedAt: t.refinement(t.string, isInstant, 'an instant of ISO 8601'),
      shipToAddress: Address,
    }),
    t.partial({
      parentId: text,
      currency: t.refinement(t.string, (value) => /^[A-Z]{3}$/.test(value), 'three capital letters'),
      subtotal: number,
      shippingHandling: number,
      discount: number,
      recalculate: t.boolean,
      purpose: t.literal('RESALE'),
      entity: text,
      marketplace: text,
    }),
  ],
  'Transaction',
);
export type TransactionShape = t.TypeOf<typeof TransactionShape>;

/** Fields that the interface knows; any other is a misspelling that a lenient service would swallow. */
export const knownFields = {
  transaction: new Set(
    (
      'id name total taxCollected lineItems transactedAt shipToAddress parentId currency subtotal shippingHandling ' +
      'discount recalculate purpose entity marketplace'
    ).split(' '),
  ),
  line: new Set('id productName productSku quantity amount discount'.split(' ')),
  address: new Set('line1 line2 city state zip country'.split(' ')),
} as const;
