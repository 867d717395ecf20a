import fc from 'fast-check';
import type { WireTransaction } from '../../src/domain/wire-transaction.ts';
import { aWire } from './a-body.ts';

/** Decimals of the currencies of `anyWire`. */
export const digitsOf: Readonly<Record<string, number>> = { USD: 2, CAD: 2, JPY: 0, KWD: 3 };

const places = [
  { state: 'CA', zip: '94607', country: 'US' },
  { state: 'MA', zip: '02139', country: 'US' },
  { state: 'NY', zip: '10001-1234', country: 'US' },
  { state: 'AP', zip: '96522', country: 'US' },
  { state: null, zip: '94607', country: 'US' },
  { state: 'ON', zip: 'M5V 2T6', country: 'CA' },
  { state: 'Île-de-France', zip: '75001', country: 'FR' },
] as const;

const instant = fc
  .integer({ min: Date.UTC(2021, 0, 1) / 1_000, max: Date.UTC(2027, 0, 1) / 1_000 })

  .map((seconds) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z'));

const line = (digits: number) =>
  fc.record(
    {
      id: fc.integer({ min: 1, max: 9_999 }).map(String),
      quantity: fc.integer({ min: 1, max: 12 }),
      amount: fc.integer({ min: -50_000, max: 500_000 }).map((minor) => minor / 10 ** digits),
    },
    { noNullPrototype: true },
  );

const ofCurrency = (currency: string): fc.Arbitrary<WireTransaction> => {
  const digits = digitsOf[currency] ?? 2;
  const amount = fc.integer({ min: -1_000_000, max: 100_000_000 }).map((minor) => minor / 10 ** digits);
  return fc
    .record(
      {
        transactedAt: instant,
        lineItems: fc.array(line(digits), { minLength: 1, maxLength: 30 }),
        subtotal: amount,
        shippingHandling: amount,
        taxCollected: amount,
        total: amount,
        place: fc.constantFrom(...places),
        more: fc.record(
          {
            discount: amount,
            entity: fc.constantFrom('CA', 'Federal Government'),
            purpose: fc.constant('RESALE' as const),
            marketplace: fc.constantFrom('ETSY', 'eBay'),
          },
          { requiredKeys: [], noNullPrototype: true },
        ),
      },
      { noNullPrototype: true },
    )
    .map(({ place, more, ...rest }) => {
      const { shipToAddress } = aWire();
      return aWire({ ...rest, ...more, currency, shipToAddress: { ...shipToAddress, ...place } });
    });
};

/** Any transaction as we send it. */
export const anyWire: fc.Arbitrary<WireTransaction> = fc
  .constantFrom(...Object.keys(digitsOf))
  .chain((currency) => ofCurrency(currency));
