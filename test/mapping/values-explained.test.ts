import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { splitByLiability } from '../../src/mapping/split-by-liability.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { aSplitSale, taxOf } from '../support/a-split-sale.ts';
import { left, right } from '../support/right.ts';

const policy: Policy = { ...defaultPolicy, partiallyPaid: 'send', estimatedTax: 'send' };

/** The reasons for the values of a sale: what about, the value, why, by which fields, and a finding if there is one. */
const explained = (sale: Partial<Sale>) =>
  right(saleToTransaction(policy)(aSale(sale))).decisions.map(({ about, value, reason, fields, finding }) => [
    ...[about, value, reason, fields.join(', ')],
    ...(finding === undefined ? [] : [finding]),
  ]);

const address = [
  'shipToAddress',
  'shipping: CA 94607',
  "the first usable address in the platform's order: shipping",
  'shipping',
];
const tax = (value: string) => ['taxCollected', value, 'the sum of the taxes on lines, shipping and fees', 'taxes'];
const shipping = (value: string, more = '') => [
  'shippingHandling',
  value,
  `shipping after its discount${more}`,
  'shipping',
];
const unstated = 'the sum of the parts; the platform states no total to compare with';
const total = (value: string) => ['total', value, unstated, 'statedTotal', 'total not stated'];

describe('the values of a sale are explained', () => {
  it('where the platform states its total', () => {
    const gift = aLine({ id: '72', kind: 'gift card', listed: 2_000n, taxes: [] });
    expect(explained({ lines: [aLine(), gift], statedTotal: 13_225n }).slice(1)).toStrictEqual([
      ...[address, tax('7.25 USD'), shipping('5.00 USD')],
      [
        'total',
        '112.25 USD',
        'equals the total that the platform states (132.25 USD), minus amounts left out (20.00 USD)',
        'statedTotal',
      ],
    ]);
  });

  it('where its tax is estimated, it is partly paid, and its currency is not that of its address', () => {
    const currency = { code: 'CAD', digits: 2 };
    const sale = { taxIsEstimated: true, payment: 'partially paid', currency, pricesIncludeTax: true } as const;
    expect(explained(sale)).toStrictEqual([
      ...[address, tax('7.25 CAD'), shipping('5.00 CAD', ', without its tax'), total('105.00 CAD')],
      [
        'taxCollected',
        'estimate',
        'the tax may still change; the policy sends it anyway',
        'estimatedTaxes',
        'tax still estimated',
      ],
      ['transaction', 'as sold', 'only partially paid; the policy sends the whole sale', 'payment', 'partially paid'],
      [
        'currency',
        'CAD',
        'sent to a US address in another currency; returns are in US dollars',
        'currency',
        'not in US dollars',
      ],
    ]);
  });

  it('where a marketplace remits a part of its tax', () => {
    const marketplaces = [{ kind: 'channel' as const, value: 'walmart', field: 'attribution.handle' }];
    const lines = [aLine({ taxes: [taxOf('marketplace', 700n), taxOf('seller', 25n)] })];
    expect(explained({ lines, marketplaces }).slice(3)).toStrictEqual([
      ['taxCollected', '0.25 USD', 'the taxes that the seller remits; the marketplace remits 7.00 USD', 'taxes'],
      ...[shipping('5.00 USD'), total('105.25 USD')],
    ]);
  });

  it('where no tax was collected, or nothing paid', () => {
    expect(explained({ lines: [aLine({ taxes: [] })] }).slice(1)).toStrictEqual([
      ...[tax('0.00 USD'), shipping('5.00 USD'), total('105.00 USD')],
      [
        'taxCollected',
        '0',
        'no tax, no exemption and no marketplace: a state may assume that tax was due',
        'taxes',
        'no tax collected',
      ],
    ]);
    expect(explained({ lines: [aLine({ discount: 10_000n, taxes: [] })], shipping: [] }).slice(1)).toStrictEqual([
      ...[tax('0.00 USD'), shipping('0.00 USD'), total('0.00 USD')],
      ['total', '0', 'nothing was paid; a state may count it as a transaction', 'total', 'zero total'],
    ]);
  });

  it('where it is split', () => {
    for (const { decisions } of splitByLiability(policy, aSplitSale()))
      expect(decisions).toStrictEqual([
        {
          ...{ about: 'transaction', value: 'split: 5.41 and 107.25 USD', fields: ['taxLines.channelLiable'] },
          reason: 'the seller remits the tax of one part, a marketplace that of the other; each part is a transaction',
        },
      ]);
  });
});

describe('a sale that is left out or held is explained', () => {
  const giftCard = aLine({ kind: 'gift card', taxes: [] });
  const nowhere = aSale().destinations.map((one) => ({
    ...one,
    address: { ...one.address, country: '', state: null, zip: null },
  }));
  const remits = { marketplaces: [{ kind: 'stated' as const, value: 'ETSY', field: 'x' }] };

  it.each<[string, Partial<Sale>, Partial<Policy>, string, string]>([
    ['gift cards', { lines: [giftCard], shipping: [] }, {}, 'gift cards only', 'Only gift cards were sold.'],
    [
      'nothing',
      { lines: [], shipping: [] },
      {},
      'no items',
      'Nothing was sold: it has no lines, or all of them were taken off before it was paid.',
    ],
    [
      'duties and gift cards',
      { lines: [giftCard, aLine({ id: '2', kind: 'duty', taxes: [] })], shipping: [] },
      { duties: 'leave out' },
      'no items',
      'No line is',
    ],
    ['no address', { destinations: [] }, {}, 'missing address', 'No address. Add one at the platform, then retry.'],
    ['an incomplete address', { destinations: nowhere }, {}, 'missing address', 'No address has a country'],
    [
      'a total that differs',
      { statedTotal: 11_300n },
      {},
      'totals do not add up',
      'The parts add up to 112.25 USD, and the platform states 113.00 USD: 0.75 USD are missing.',
    ],
    [
      'a marketplace, skipped',
      remits,
      { marketplaceSales: 'skip' },
      'marketplace sale',
      'ETSY remits the tax of this sale. Your policy leaves marketplace sales out.',
    ],
    [
      'a marketplace, held',
      remits,
      { marketplaceSales: 'hold' },
      'marketplace sale held',
      'ETSY remits the tax of this sale. Decide whether to send it.',
    ],
  ])('%s', (_, sale, more, reason, message) => {
    const exclusion = left(saleToTransaction({ ...policy, ...more })(aSale(sale)));
    expect(exclusion).toMatchObject({ reason, sourceId: '5012345678', name: '#1001' });
    expect(exclusion.message.slice(0, message.length)).toBe(message);
  });

  it('under its record where it has no number', () => {
    const { identity } = aSale();
    const sale = aSale({ identity: { ...identity, number: null }, destinations: [] });
    expect(left(saleToTransaction(policy)(sale)).name).toBe('5012345678');
  });
});

describe('a sale of gift cards with shipping', () => {
  it('has a line without money, as the service wants one', () => {
    const lines = [aLine({ kind: 'gift card', taxes: [] })];
    expect(right(saleToTransaction(policy)(aSale({ lines }))).transaction).toMatchObject({
      lines: [
        { id: 'left-out', productName: 'Not a sale of goods', productSku: null, quantity: 1, amount: 0n, discount: 0n },
      ],
      ...{ subtotal: 0n, shippingHandling: 500n, total: 500n },
    });
  });
});
