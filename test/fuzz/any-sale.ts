import fc from 'fast-check';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type {
  Destination,
  ExemptionEvidence,
  MarketplaceEvidence,
  Sale,
  SaleLine,
  ShippingCharge,
  TaxAmount,
} from '../../src/mapping/sale.ts';
import { sumOfParts } from '../../src/mapping/amounts.ts';
import { aSale } from '../support/a-sale.ts';

const amount = (most: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: most });

const tax: fc.Arbitrary<TaxAmount> = fc.record({
  amount: amount(9_999n),
  liable: fc.constantFrom('seller', 'marketplace', 'unknown'),
  title: fc.constantFrom('CA State Tax', 'County', 'VAT'),
});

/** A price with a discount of no more than itself. */
const priced = fc.tuple(amount(9_999_999n), fc.bigInt({ min: 0n, max: 100n })).map(([listed, percent]) => ({
  listed,
  discount: (listed * percent) / 100n,
}));

const line: fc.Arbitrary<Omit<SaleLine, 'id'>> = fc
  .record({
    kind: fc.constantFrom('goods', 'goods', 'goods', 'fee', 'tip', 'duty', 'gift card'),
    name: fc.constant('CANARY_PRODUCT'),
    sku: fc.option(fc.constant('SKU-1')),
    quantity: fc.integer({ min: 1, max: 999 }),
    price: priced,
    isProration: fc.integer({ min: 0, max: 9 }),
    taxes: fc.array(tax, { maxLength: 3 }),
    isShipped: fc.boolean(),
  })
  .map(({ price: { listed, discount }, isProration, ...rest }) => ({
    ...rest,
    ...(isProration === 0 ? { listed: -listed, discount: 0n } : { listed, discount }),
  }));

const shipping: fc.Arbitrary<ShippingCharge> = fc
  .record({ price: priced, taxes: fc.array(tax, { maxLength: 2 }) })
  .map(({ price: { listed, discount }, taxes }) => ({ name: 'Standard', price: listed, discount, taxes }));

const address = { line1: '1 CANARY_ADDR', line2: null, city: 'Oakland', state: 'CA', zip: '94607', country: 'US' };

const destination: fc.Arbitrary<Destination> = fc.record({
  basis: fc.constantFrom('shipping', 'pickup', 'point of sale', 'billing'),
  address: fc.constantFrom(
    address,
    { ...address, state: 'California' },
    { ...address, state: null },
    { ...address, country: 'DE', state: null, zip: '10115' },
    { ...address, country: null },
  ),
});

const exemption: fc.Arbitrary<ExemptionEvidence> = fc.constantFrom(
  { kind: 'resale certificate', state: 'CA', field: 'f' } as const,
  { kind: 'resale', field: 'f' } as const,
  { kind: 'entity', entity: 'NON_PROFIT', field: 'f' } as const,
  { kind: 'exempt', field: 'f' } as const,
);

const marketplace: fc.Arbitrary<MarketplaceEvidence> = fc.constantFrom(
  { kind: 'merchant of record', value: 'shop app', field: 'f' } as const,
  { kind: 'channel', value: 'amazon', field: 'f' } as const,
  { kind: 'channel', value: 'web', field: 'f' } as const,
  { kind: 'stated', value: 'EBAY', field: 'f' } as const,
);

/** Any paid sale of up to six lines of every kind, with taxes of seller and marketplace, with or without a stated total. */
export const anySale: fc.Arbitrary<Sale> = fc
  .record({
    currency: fc.constantFrom({ code: 'USD', digits: 2 }, { code: 'JPY', digits: 0 }, { code: 'KWD', digits: 3 }),
    pricesIncludeTax: fc.boolean(),
    lines: fc
      .array(line, { maxLength: 6 })
      .map((all) => all.map((one, index): SaleLine => ({ id: String(index + 1), ...one }))),
    shipping: fc.array(shipping, { maxLength: 2 }),
    orderDiscount: fc.oneof(fc.constant(0n), amount(500n)),
    orderTaxes: fc.array(tax, { maxLength: 2 }),
    destinations: fc.array(destination, { minLength: 1, maxLength: 3 }),
    exemptions: fc.array(exemption, { maxLength: 2 }),
    marketplaces: fc.array(marketplace, { maxLength: 2 }),
    isStated: fc.boolean(),
  })
  .map(({ isStated, ...parts }) => {
    const sale = aSale(parts);
    return isStated ? { ...sale, statedTotal: sumOfParts(sale) } : sale;
  });

export const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    tips: fc.constantFrom('leave out', 'send'),
    unknownMarketplace: fc.constantFrom('OTHER', 'SHOP'),
    exemptEntity: fc.constantFrom(null, 'OTHER'),
  })
  .map((differences) => ({ ...defaultPolicy, ...differences }));
