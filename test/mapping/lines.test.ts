import { describe, expect, it } from '@jest/globals';
import { sellerShare, splitLine } from '../../src/mapping/lines.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Destination, MarketplaceEvidence, Sale, TaxAmount } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { taxOf } from '../support/a-split-sale.ts';
import { right } from '../support/right.ts';

describe('a line that is not part of the sale', () => {
  it.each([
    ['gift card', 'the sale is sent when the card is used'],
    ['tip', 'not part of the price'],
    ['duty', 'the policy leaves out import duties'],
    ['fee', 'the policy leaves it out'],
  ] as const)('is left out with its amount and a reason: %s', (kind, reason) => {
    const other = aLine({ id: '72', kind, listed: 1_000n, discount: 250n, taxes: [] });
    const sale = aSale({ lines: [aLine(), other, { ...other, id: '73' }] });
    const { transaction, decisions } = right(
      saleToTransaction({ ...defaultPolicy, tips: 'leave out', fees: 'leave out', duties: 'leave out' })(sale),
    );
    expect(transaction.lines.map(({ id }) => id)).toStrictEqual(['71']);
    const { currency } = sale;
    expect(decisions.filter(({ about }) => about === 'lineItems')).toStrictEqual([
      {
        about: 'lineItems',
        value: `left out: 15.00 ${currency.code} of ${kind}`,
        reason: expect.stringContaining(reason),
        fields: ['72', '73'],
      },
    ]);
  });

  it.each([
    ['duty', 'US', {}, 'a duty that the seller passes on is part of the price in the US'],
    ['duty', 'DE', { duties: 'send' }, 'the policy sends import duties'],
    ['duty', 'DE', {}, 'import duties go to the customs of another country'],
    ['tip', 'US', {}, 'tax was charged on it, so that it is a service charge, which is part of the price'],
    ['tip', 'US', { tips: 'send' }, 'the policy sends tips'],
  ] as const)('is sent or left out for one reason: a %s to %s with %j', (kind, country, choices, reason) => {
    const [{ address }] = aSale().destinations as [Destination];
    const destinations = [{ basis: 'shipping' as const, address: { ...address, country } }];
    const sale = aSale({ destinations, lines: [aLine(), aLine({ id: '72', kind })] });
    const { decisions } = right(saleToTransaction({ ...defaultPolicy, ...choices })(sale));
    expect(decisions.filter(({ about }) => about === 'lineItems')).toMatchObject([{ reason }]);
  });

  it('is explained with its own kind', () => {
    const other = aLine({ id: '72', kind: 'gift card', listed: 1_000n, taxes: [] });
    const sale = aSale({ lines: [aLine(), other, { ...other, id: '73', kind: 'duty' }] });
    const { decisions } = right(saleToTransaction({ ...defaultPolicy, duties: 'leave out' })(sale));
    expect(decisions.filter(({ about }) => about === 'lineItems').map(({ value, fields }) => [value, fields])).toEqual([
      ['left out: 10.00 USD of gift card', ['72']],
      ['left out: 10.00 USD of duty', ['73']],
    ]);
  });

  it('is explained only where there is one', () => {
    const { decisions } = right(saleToTransaction(defaultPolicy)(aSale()));
    expect(decisions.filter(({ about }) => about === 'lineItems')).toStrictEqual([]);
  });
});

describe('a line of a transaction', () => {
  const line = { id: '71', productName: 'Desk', productSku: null, quantity: 3, total: 1_000n, discount: 300n };

  it.each([
    ['Charge for jenny@example.com', 'Charge for [email]'],
    ['<a@b.co>, c.d@e-f.org: 2 desks', '<[email]>, [email]: 2 desks'],
    ['Desk @ home', 'Desk @ home'],
    ['Call (415) 555-0134 or +1 415-555-0134', 'Call [phone] or [phone]'],
    ['+44 20 7946 0958, 415.555.0134', '[phone], [phone]'],
    [
      'Screw M8 2024-01-15, 1234567890, art. 12-345-6789, 100 x 2000',
      'Screw M8 2024-01-15, 1234567890, art. 12-345-6789, 100 x 2000',
    ],
    ['Desk', 'Desk'],
  ])('is named without e-mail addresses and phone numbers: %s', (productName, name) => {
    expect(splitLine({ ...line, productName })[0]?.productName).toBe(name);
  });

  it('has the tax code and the tags of what was sold on each of its parts, if there are any', () => {
    const marks = { taxCode: 'txcd_1', tags: ['gift'] };
    const parts = splitLine({ ...line, ...marks });
    expect(parts).toMatchObject([marks, marks]);
    for (const part of splitLine(line)) for (const field of ['taxCode', 'tags']) expect(part).not.toHaveProperty(field);
  });

  it.each([
    [900n, [['71', 3, 300n, 300n]]],
    [
      1_000n,
      [
        ['71', 2, 333n, 200n],
        ['71-b', 1, 334n, 100n],
      ],
    ],
    [
      -1_000n,
      [
        ['71', -2, 333n, 200n],
        ['71-b', -1, 334n, 100n],
      ],
    ],
    [-900n, [['71', -3, 300n, 300n]]],
    [
      2n,
      [
        ['71', 1, 0n, 0n],
        ['71-b', 2, 1n, 300n],
      ],
    ],
  ] as const)('is unit price × quantity, in two parts where the total does not divide: %s for 3', (total, parts) => {
    const written = splitLine({ ...line, total });
    expect(written.map(({ id, quantity, amount, discount }) => [id, quantity, amount, discount])).toStrictEqual(parts);
  });
});

describe('the part of a refunded tax that the seller had collected', () => {
  const evidence = (kind: MarketplaceEvidence['kind']): Pick<Sale, 'marketplaces'> => ({
    marketplaces: [{ kind, value: 'WALMART', field: 'channel' }],
  });
  const unknown = taxOf('unknown', 100n);
  const [own, theirs] = [taxOf('seller', 100n), taxOf('marketplace', 300n)];
  const tip = aLine({ id: '72', kind: 'duty', taxes: [taxOf('seller', 5_000n)] });

  interface Case {
    readonly sale: Partial<Sale>;
    readonly marketplace?: string;
    readonly ofPart: readonly TaxAmount[];
    readonly stated?: readonly TaxAmount[];
    readonly share: bigint;
  }

  it.each<[string, Case]>([
    ['is all of it where the platform leaves open who is liable', { sale: {}, ofPart: [unknown], share: 40n }],
    ['is none of it then on a marketplace', { sale: {}, marketplace: 'WALMART', ofPart: [unknown], share: 0n }],
    [
      'is the seller’s proportion of the tax of its line',
      { sale: {}, marketplace: 'WALMART', ofPart: [own, theirs], share: 10n },
    ],
    ['is all of it where its line has no tax, and the sale the seller’s alone', { sale: {}, ofPart: [], share: 40n }],
    [
      'is in the proportion of the lines that were sent, of the shipping and of the taxes of the whole sale, where its line has no tax',
      {
        sale: {
          lines: [aLine({ taxes: [own] }), tip],
          shipping: [{ name: 'Post', price: 0n, discount: 0n, taxes: [theirs] }],
          orderTaxes: [theirs, own],
        },
        ofPart: [taxOf('marketplace', 0n)],
        share: 10n,
      },
    ],
    [
      'is what the refund states',
      { sale: {}, ofPart: [theirs], stated: [taxOf('seller', 30n), taxOf('marketplace', 10n)], share: 30n },
    ],
    [
      'is in proportion where what the refund states is another amount',
      { sale: {}, ofPart: [theirs, own], stated: [taxOf('seller', 30n)], share: 10n },
    ],
    [
      'is none of it where the merchant states that another company remits everything',
      { sale: evidence('stated'), marketplace: 'WALMART', ofPart: [own], stated: [taxOf('seller', 40n)], share: 0n },
    ],
    [
      'is all of it where that sale is sent as the seller’s own',
      { sale: evidence('stated'), ofPart: [own], share: 40n },
    ],
    [
      'is none of it of a sale of a merchant of record, also where the seller is liable for what was refunded',
      {
        sale: { ...evidence('merchant of record'), lines: [aLine({ taxes: [unknown] }), tip] },
        marketplace: 'WALMART',
        ofPart: [own],
        share: 0n,
      },
    ],
    [
      'is in proportion of a sale of a merchant of record where the platform states on a tax that the seller is liable',
      { sale: evidence('merchant of record'), marketplace: 'WALMART', ofPart: [own, theirs], share: 10n },
    ],
    [
      'is in proportion on a channel of a marketplace',
      { sale: evidence('channel'), marketplace: 'WALMART', ofPart: [own], share: 40n },
    ],
  ])('%s', (_, { sale: differences, marketplace = null, ofPart, stated, share }) => {
    const sale = aSale(differences);
    const { transaction } = right(saleToTransaction({ ...defaultPolicy, duties: 'leave out' })(sale));
    const refunded = { tax: 40n, ...(stated !== undefined && { taxes: stated }) };
    expect(sellerShare(sale, { ...transaction, marketplace })(ofPart, refunded)).toBe(share);
  });
});
