import type { PlatformAddress, Sale, SaleLine, TaxAmount } from '../../src/mapping/sale.ts';
import { aLine, aSale } from '../support/a-sale.ts';

const california: PlatformAddress = {
  line1: '1 Main Street',
  line2: null,
  city: 'Oakland',
  state: 'CA',
  zip: '94607',
  country: 'US',
};

const to = (differences: Partial<PlatformAddress>): Pick<Sale, 'destinations'> => ({
  destinations: [{ basis: 'shipping', address: { ...california, ...differences } }],
});

const tax = (amount: bigint, liable: TaxAmount['liable'] = 'seller'): readonly TaxAmount[] => [
  { amount, liable, title: 'State Tax' },
];

const lineOf = (number: number, differences: Partial<SaleLine>): SaleLine =>
  aLine({ id: String(100 + number), sku: `SKU-${number}`, ...differences });

const marketplace = (code: string): Partial<Sale> => ({
  marketplaces: [{ kind: 'stated', value: code, field: 'metafield' }],
  lines: [aLine({ taxes: tax(725n, 'marketplace') })],
});

const field = 'tag';

/** In what each of the sales differs from an ordinary one. Those that are not named are ordinary. */
const differences: Readonly<Record<number, Partial<Sale>>> = {
  2: {
    lines: [
      lineOf(1, { quantity: 3, listed: 5_997n, discount: 599n }),
      lineOf(2, { listed: 1_999n }),
      lineOf(3, { listed: 1_999n }),
    ],
  },
  3: to({ line1: '2 Congress Ave', city: 'Austin', state: 'TX', zip: '78701' }),
  4: to({ line1: '3 Broadway', line2: 'Apt 4', city: 'New York', state: 'NY', zip: '10007' }),
  5: to({ line1: '4 Milk Street', city: 'Boston', state: 'MA', zip: '02134' }),
  6: { ...to({ city: 'San José', zip: '95113' }), lines: [aLine({ name: 'Café table' })] },
  7: {
    ...to({ line1: '5 Bay Street', city: 'Toronto', state: 'ON', zip: 'M5V 2T6', country: 'CA' }),
    currency: { code: 'CAD', digits: 2 },
  },
  8: {
    ...to({ line1: 'Marienplatz 8', city: 'München', state: null, zip: '80331', country: 'DE' }),
    currency: { code: 'EUR', digits: 2 },
  },
  9: {
    ...to({ line1: '1-1 Chiyoda', city: null, state: null, zip: null, country: 'JP' }),
    currency: { code: 'JPY', digits: 0 },
  },
  10: to({ line1: null, city: null, state: 'NV', zip: '89101' }),
  11: { exemptions: [{ kind: 'resale', field }], lines: [aLine({ taxes: [] })] },
  12: { exemptions: [{ kind: 'entity', entity: 'NON_PROFIT', field }], lines: [aLine({ taxes: [] })] },
  13: { exemptions: [{ kind: 'entity', entity: 'FEDERAL_GOV', field }], lines: [aLine({ taxes: [] })] },
  14: marketplace('AMAZON'),
  15: marketplace('FAIRE'),
  16: { lines: [aLine({ listed: 10_000n, discount: 10_000n, taxes: [] })], shipping: [] },
  17: { orderDiscount: 1_234n },
  18: { lines: [aLine({ name: 'Walnut  desk with a very long name that goes on and on and on' })] },
  19: to({ zip: '94607-1234' }),
  20: to({ line1: 'Unit 2050', city: 'APO', state: 'AE', zip: '09012' }),
  21: to({ city: 'Saint Paul', state: 'MN', zip: '55101' }),
  22: { shipping: [], lines: [aLine({ listed: 1_999n, taxes: tax(150n) })] },
  23: { lines: [aLine({ taxes: [] })] },
  24: {
    lines: Array.from({ length: 10 }, (_, index) =>
      lineOf(index, { listed: BigInt(333 * (index + 1)), taxes: tax(BigInt(index)) }),
    ),
  },
};

/** The number of the sale with a total of zero, and of those with a marketplace, an exempt buyer, and a resale. */
export const special = { zero: 16, marketplaces: [14, 15], entities: [12, 13], resale: 11 } as const;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The sale of a number: on its own day, with its own total unless it is zero. */
const numbered = (number: number): Sale => {
  const sale = aSale(differences[number]);
  const [first, ...others] = sale.lines;
  const isCounted = first?.quantity === 1 && number !== special.zero;
  return {
    ...sale,
    identity: { ...sale.identity, recordId: String(5_000_000 + number), number: `#${1_000 + number}` },
    occurredAt: `2026-02-${twoDigits(number)}T${twoDigits((number * 7) % 24)}:20:00Z`,
    lines: isCounted ? [{ ...first, listed: first.listed + BigInt(number) }, ...others] : sale.lines,
  };
};

/** Twenty-four sales of one shop that differ in everything which a service may treat in its own manner. */
export const theSales: readonly Sale[] = Array.from({ length: 24 }, (_, index) => numbered(index + 1));

/** The source id of the sale of a number. */
export const keyOfNumber = (number: number): string => String(5_000_000 + number);
