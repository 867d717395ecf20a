import type { WireTransaction } from '../../src/domain/wire-transaction.ts';
import { digitsOf } from './any-wire.ts';

export type Shown = Readonly<Record<string, unknown>>;

export const addressOf = ({ shipToAddress }: WireTransaction, differences: Shown): Shown => ({
  shipToAddress: { ...shipToAddress, ...differences },
});

const isUs = ({ shipToAddress: { country } }: WireTransaction): boolean => country === 'US';

const inText = (change: (text: string) => string, value: unknown): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => inText(change, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inText(change, one)]));
};

const moneyFields = ['total', 'taxCollected', 'subtotal', 'shippingHandling', 'discount'] as const;

const withMoney = (wire: WireTransaction, change: (amount: number) => unknown): Shown => ({
  ...wire,
  ...Object.fromEntries(
    moneyFields.flatMap((field) => (wire[field] === undefined ? [] : [[field, change(wire[field])]])),
  ),
  lineItems: wire.lineItems.map((line) => ({ ...line, amount: change(line.amount), quantity: line.quantity })),
});

const noise = (amount: number): number => amount + 3e-9;

/** The forms in which a service may store what was sent; null where a form does not apply. */
export const forms: Readonly<Record<string, (wire: WireTransaction) => Shown | null>> = {
  'as it is': (wire) => wire,
  'with fields of its own': (wire) => ({
    ...wire,
    entity: wire.entity ?? 'default',
    createdAt: 'now',
    tax: [{ rate: 1 }],
  }),
  'with null for what was not sent': (wire) => ({
    discount: null,
    entity: null,
    purpose: null,
    marketplace: null,
    ...wire,
  }),
  'with a blank for what was not sent': (wire) => ({ entity: '', purpose: '', marketplace: ' ', ...wire }),
  'the id and name alone': ({ id, name }) => ({ id, name }),
  'the total alone': ({ total }) => ({ total }),
  'in upper case': (wire) => inText((text) => text.toUpperCase(), wire) as Shown,
  'in lower case': (wire) => ({
    ...(inText((text) => text.toLowerCase(), wire) as Shown),
    transactedAt: wire.transactedAt,
  }),
  'without accents': (wire) => inText((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''), wire) as Shown,
  'with accents taken apart': (wire) => inText((text) => text.normalize('NFD'), wire) as Shown,
  'with spaces around its texts': (wire) => inText((text) => ` ${text} `, wire) as Shown,
  'with numbers as texts': (wire) => withMoney(wire, String),
  'with numbers as texts of many decimals': (wire) => withMoney(wire, (amount) => amount.toFixed(6)),
  'with the noise of binary fractions': (wire) => withMoney(wire, noise),
  'the day alone': (wire) => ({ ...wire, transactedAt: wire.transactedAt.slice(0, 10) }),
  midnight: (wire) => ({ ...wire, transactedAt: `${wire.transactedAt.slice(0, 10)}T00:00:00.000Z` }),
  'midnight without an offset': (wire) => ({ ...wire, transactedAt: `${wire.transactedAt.slice(0, 10)} 00:00:00` }),
  'with milliseconds': (wire) => ({ ...wire, transactedAt: wire.transactedAt.replace('Z', '.000Z') }),
  'with an offset of zero': (wire) => ({ ...wire, transactedAt: wire.transactedAt.replace('Z', '+00:00') }),
  'without an offset': (wire) => ({ ...wire, transactedAt: wire.transactedAt.replace('Z', '') }),

  'in milliseconds since 1970': (wire) => ({ ...wire, transactedAt: Date.parse(wire.transactedAt) }),

  'in seconds since 1970': (wire) => ({ ...wire, transactedAt: Date.parse(wire.transactedAt) / 1_000 }),
  'with lines in another order': (wire) => ({ ...wire, lineItems: [...wire.lineItems].reverse() }),
  'with ids of its own for lines': (wire) => ({
    ...wire,
    lineItems: wire.lineItems.map((line, index) => ({ ...line, id: `line_${index}`, productName: null })),
  }),
  'USA for the US': (wire) => (isUs(wire) ? { ...wire, ...addressOf(wire, { country: 'USA' }) } : null),
  'United States for the US': (wire) =>
    isUs(wire) ? { ...wire, ...addressOf(wire, { country: 'United States' }) } : null,
  'null for the US': (wire) => (isUs(wire) ? { ...wire, ...addressOf(wire, { country: null }) } : null),
  'no country': (wire) => (isUs(wire) ? { ...wire, ...addressOf(wire, { country: undefined }) } : null),
  'an integer for the ZIP': (wire) =>
    isUs(wire) ? { ...wire, ...addressOf(wire, { zip: Number(wire.shipToAddress.zip?.slice(0, 5)) }) } : null,
  'ZIP+4 for the ZIP': (wire) =>
    isUs(wire) ? { ...wire, ...addressOf(wire, { zip: `${wire.shipToAddress.zip?.slice(0, 5) ?? ''}-9876` }) } : null,
  'ZIP+4 in one': (wire) =>
    isUs(wire) ? { ...wire, ...addressOf(wire, { zip: `${wire.shipToAddress.zip?.slice(0, 5) ?? ''}9876` }) } : null,
  'five digits for ZIP+4': (wire) =>
    isUs(wire) ? { ...wire, ...addressOf(wire, { zip: wire.shipToAddress.zip?.slice(0, 5) }) } : null,
  'a postal code without its space': (wire) => ({
    ...wire,
    ...addressOf(wire, { zip: wire.shipToAddress.zip?.replaceAll(' ', '') }),
  }),
  'a state with its country before it': (wire) => {
    const { state, country } = wire.shipToAddress;
    return state?.length !== 2 ? null : { ...wire, ...addressOf(wire, { state: `${country}-${state}` }) };
  },
};

/** What no form may hide: a change, and the field that must be named. */
export const changes: Readonly<Record<string, (wire: WireTransaction) => readonly [string, Shown] | null>> = {
  ...Object.fromEntries(
    moneyFields.map((field) => [
      `the smallest unit of ${field}`,
      (wire: WireTransaction) => {
        const before = wire[field];
        return before === undefined ? null : [field, { [field]: before + 10 ** -(digitsOf[wire.currency] ?? 2) }];
      },
    ]),
  ),
  'a lost sign': ({ total }) => (total === 0 ? null : ['total', { total: -total }]),
  'a shift of the decimal point': ({ total }) => (total === 0 ? null : ['total', { total: total * 100 }]),
  'another currency': ({ currency }) => ['currency', { currency: currency === 'USD' ? 'EUR' : 'USD' }],
  'another state': (wire) =>
    wire.shipToAddress.state === null ? null : ['shipToAddress.state', addressOf(wire, { state: 'NV' })],
  'another ZIP': (wire) =>
    wire.shipToAddress.zip === null ? null : ['shipToAddress.zip', addressOf(wire, { zip: '89101' })],
  'another country': (wire) => ['shipToAddress.country', addressOf(wire, { country: 'MX' })],
  'the day before': ({ transactedAt }) => [
    'transactedAt',

    { transactedAt: new Date(Date.parse(transactedAt) - 86_400_000).toISOString() },
  ],
  'the day after, alone': ({ transactedAt }) => [
    'transactedAt',

    { transactedAt: new Date(Date.parse(transactedAt) + 86_400_000).toISOString().slice(0, 10) },
  ],
  'a lost RESALE': ({ purpose }) => (purpose === undefined ? null : ['purpose', { purpose: null }]),
  'a RESALE that was not sent': ({ purpose }) => (purpose === undefined ? ['purpose', { purpose: 'resale' }] : null),
  'another entity': ({ entity }) => (entity === undefined ? null : ['entity', { entity: 'other' }]),
  'another marketplace': ({ marketplace }) =>
    marketplace === undefined ? null : ['marketplace', { marketplace: 'WISH' }],
  'a line less': ({ lineItems }) => ['lineItems', { lineItems: lineItems.slice(1) }],
  'a line twice': ({ lineItems }) => ['lineItems', { lineItems: [...lineItems, ...lineItems.slice(0, 1)] }],
  'another quantity': ({ lineItems: [first, ...rest] }) =>
    first === undefined ? null : ['lineItems', { lineItems: [{ ...first, quantity: first.quantity + 1 }, ...rest] }],
  'the smallest unit of a line': ({ currency, lineItems: [first, ...rest] }) =>
    first === undefined
      ? null
      : ['lineItems', { lineItems: [...rest, { ...first, amount: first.amount + 10 ** -(digitsOf[currency] ?? 2) }] }],
};
