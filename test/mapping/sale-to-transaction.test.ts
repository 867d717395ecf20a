import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { sum } from '../../src/domain/money.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { sumOfParts } from '../../src/mapping/amounts.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { ExemptionEvidence, Sale, SaleLine } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { isKeptLine } from '../../src/mapping/lines.ts';
import { refundToTransaction } from '../../src/mapping/refund-to-transaction.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const mapped = (sale: Sale, policy: Partial<Policy> = {}): Transaction =>
  right(saleToTransaction({ ...defaultPolicy, ...policy })(sale)).transaction;

const findingsOf = (sale: Sale, policy: Partial<Policy> = {}): readonly string[] =>
  right(saleToTransaction({ ...defaultPolicy, ...policy })(sale)).decisions.flatMap(({ finding }) => finding ?? []);

const reasonOf = (sale: Sale, policy: Partial<Policy> = {}): string =>
  left(saleToTransaction({ ...defaultPolicy, ...policy })(sale)).reason;

describe('a sale becomes a transaction', () => {
  it('adds goods, shipping and tax to the total', () => {
    expect(mapped(aSale())).toMatchObject({
      id: 'shopify:548380009:5012345678',
      name: 'Shopify #1001 · 5012345678',
      subtotal: 10_000n,
      shippingHandling: 500n,
      taxCollected: 725n,
      total: 11_225n,
    });
  });

  it('is the same whenever it is mapped', () => {
    expect(mapped(aSale())).toStrictEqual(mapped(aSale()));
  });

  it('has no SKU where the platform writes none, a blank or nothing at all', () => {
    const skus = [null, '', '  ', ' MUG-1 '].map(
      (sku) => mapped(aSale({ lines: [aLine({ sku })] })).lines[0]?.productSku,
    );
    expect(skus).toStrictEqual([null, null, null, 'MUG-1']);
  });

  it('never sends an email address that stands in the name of a product', () => {
    const namesOf = (name: string) => mapped(aSale({ lines: [aLine({ name })] })).lines.map((line) => line.productName);
    expect(namesOf('Charge for jenny.rosen+1@example.co.uk, gold')).toStrictEqual(['Charge for [email], gold']);
    expect(namesOf('jenny@example.com')).toStrictEqual(['[email]']);
    expect(namesOf('Mug @ home, 2 @ $5.00')).toStrictEqual(['Mug @ home, 2 @ $5.00']);
  });

  it('states a tax of zero explicitly', () => {
    expect(mapped(aSale({ lines: [aLine({ taxes: [] })] })).taxCollected).toBe(0n);
  });

  it('keeps a sale of nothing but a full discount, because exempt and free sales count for nexus', () => {
    const free = aSale({ lines: [aLine({ discount: 10_000n, taxes: [] })], shipping: [] });
    expect(mapped(free)).toMatchObject({ subtotal: 0n, total: 0n });
  });

  it('subtracts line discounts and the order discount from the subtotal', () => {
    const sale = aSale({ lines: [aLine({ discount: 1_000n })], orderDiscount: 500n });
    expect(mapped(sale)).toMatchObject({ subtotal: 8_500n, discount: 500n });
  });

  it('removes the tax from prices that include it', () => {
    const sale = aSale({
      pricesIncludeTax: true,
      lines: [
        aLine({ listed: 1_900n, taxes: [{ amount: 317n, liable: 'seller', title: 'VAT' }] }),
        aLine({ id: '72', listed: 100n, taxes: [] }),
      ],
      shipping: [
        { name: 'Post', price: 600n, discount: 0n, taxes: [{ amount: 100n, liable: 'seller', title: 'VAT' }] },
      ],
      statedTotal: 2_600n,
    });
    expect(mapped(sale)).toMatchObject({ subtotal: 1_683n, shippingHandling: 500n, taxCollected: 417n, total: 2_600n });
  });

  it('splits a price that does not divide by its quantity into two lines that do', () => {
    const { lines } = mapped(aSale({ lines: [aLine({ quantity: 3, listed: 1_000n })] }));
    expect(lines.map(({ quantity, amount }) => [quantity, amount])).toStrictEqual([
      [2, 333n],
      [1, 334n],
    ]);
  });

  it('maps a negative proration to a negative quantity of a positive price', () => {
    const { lines, subtotal } = mapped(
      aSale({ lines: [aLine({ listed: 1_200n }), aLine({ id: '72', listed: -700n, taxes: [] })] }),
    );
    expect(lines[1]).toMatchObject({ quantity: -1, amount: 700n });
    expect(subtotal).toBe(500n);
  });
});

describe('left out of a transaction, each with a reason', () => {
  it('a gift card sold together with goods', () => {
    const sale = aSale({ lines: [aLine(), aLine({ id: '72', kind: 'gift card', listed: 5_000n, taxes: [] })] });
    expect(mapped({ ...sale, statedTotal: 16_225n })).toMatchObject({ subtotal: 10_000n, total: 11_225n });
  });

  it('an order of gift cards alone is skipped', () => {
    const sale = aSale({ lines: [aLine({ kind: 'gift card', taxes: [] })], shipping: [] });
    expect(reasonOf(sale)).toBe('gift cards only');
  });

  it('the shipping of gift cards is sent with an empty line', () => {
    const sale = aSale({ lines: [aLine({ kind: 'gift card', taxes: [] })] });
    expect(mapped(sale)).toMatchObject({ subtotal: 0n, shippingHandling: 500n, total: 500n });
  });

  it('a voluntary tip, unless the policy sends it', () => {
    const sale = aSale({ lines: [aLine(), aLine({ id: '72', kind: 'tip', listed: 300n, taxes: [] })] });
    expect(mapped(sale).subtotal).toBe(10_000n);
    expect(mapped(sale, { tips: 'send' }).subtotal).toBe(10_300n);
  });

  const toCountry = (country: string): Partial<Sale> => {
    const address = {
      line1: null,
      line2: null,
      city: 'Town',
      state: country === 'US' ? 'WA' : null,
      zip: null,
      country,
    };
    return { destinations: [{ basis: 'shipping', address }] };
  };

  it.each([
    ['US', 'by destination', 10_800n, 805n],
    ['DE', 'by destination', 10_000n, 725n],
    ['US', 'leave out', 10_000n, 725n],
    ['DE', 'send', 10_800n, 805n],
  ] as const)('import duties with their tax, by destination or the policy: to %s, %s', (...row) => {
    const [country, duties, subtotal, taxCollected] = row;
    const taxes = [{ amount: 80n, liable: 'seller' as const, title: 'VAT' }];
    const duty = aLine({ id: '72', kind: 'duty', listed: 800n, taxes });
    const sale = aSale({ ...toCountry(country), lines: [aLine(), duty] });
    expect(mapped(sale, { duties })).toMatchObject({ subtotal, taxCollected });
    const isNamed = findingsOf(sale, { duties }).includes('tax on a gift card or other part');
    expect(isNamed).toBe(taxCollected === 725n);
  });

  it('a tip with tax is a service charge, and sent', () => {
    const taxes = [{ amount: 25n, liable: 'seller' as const, title: 'Tax' }];
    const sale = aSale({ lines: [aLine(), aLine({ id: '72', kind: 'tip', listed: 300n, taxes })] });
    expect(mapped(sale)).toMatchObject({ subtotal: 10_300n, taxCollected: 750n });
  });

  it('the tax on a gift card is sent without the card, also alone, and goes back with it', () => {
    const taxes = [{ amount: 413n, liable: 'seller' as const, title: 'Tax' }];
    const card = aLine({ id: '72', kind: 'gift card', listed: 5_000n, taxes });
    const beside = aSale({ lines: [aLine(), card], shipping: [] });
    expect(mapped(beside)).toMatchObject({ subtotal: 10_000n, taxCollected: 1_138n, total: 11_138n });
    const alone = aSale({ lines: [card], shipping: [] });
    expect(mapped(alone)).toMatchObject({ subtotal: 0n, taxCollected: 413n, total: 413n });
    const [named] = right(saleToTransaction(defaultPolicy)(alone)).decisions.filter(
      ({ finding }) => finding === 'tax on a gift card or other part',
    );
    expect(named).toMatchObject({ value: '4.13 USD', subject: '4.13 USD', fields: ['72'] });
    const refund = aRefund({
      lines: [{ lineId: '72', quantity: 1, amount: 5_000n, tax: 413n }],
      ...{ adjustment: { amount: 0n, tax: 0n }, total: 5_413n },
    });
    const back = refundToTransaction(beside, right(saleToTransaction(defaultPolicy)(beside)))(refund);
    expect(right(back).transaction).toMatchObject({ subtotal: 0n, taxCollected: -413n, total: -413n });
  });

  it('what goes to a country that the policy leaves out', () => {
    expect(reasonOf(aSale(toCountry('DE')), { shipToCountries: ['US', 'CA'] })).toBe('country left out');
    expect(mapped(aSale(toCountry('US')), { shipToCountries: ['US', 'CA'] }).total).toBe(11_225n);
    expect(mapped(aSale(toCountry('DE'))).total).toBe(11_225n);
  });

  it('no tax is not reported where the platform states that each line is not taxable, or in Alaska', () => {
    const untaxed = aLine({ taxes: [] });
    const exempt = { ...untaxed, isTaxable: false as const };
    expect(findingsOf(aSale({ lines: [exempt] }))).not.toContain('no tax collected');
    expect(findingsOf(aSale({ lines: [exempt, { ...untaxed, id: '72' }] }))).toContain('no tax collected');
    const fee = aLine({ id: '73', kind: 'fee', taxes: [] });
    expect(findingsOf(aSale({ lines: [exempt, fee] }))).not.toContain('no tax collected');
    expect(findingsOf(aSale({ lines: [untaxed, fee] }))).toContain('no tax collected');
    const alaska = { line1: null, line2: null, city: 'Homer', state: 'AK', zip: null, country: 'US' };
    const destinations = [{ basis: 'shipping' as const, address: alaska }];
    expect(findingsOf(aSale({ destinations, lines: [untaxed] }))).not.toContain('no tax collected');
  });

  it('no tax is explained where none is expected: nothing is taxable, or Alaska', () => {
    const untaxed = aLine({ taxes: [] });
    const alaska = { line1: null, line2: null, city: 'Homer', state: 'AK', zip: null, country: 'US' };
    const destinations = [{ basis: 'shipping' as const, address: alaska }];
    const reasonsOf = (sale: Sale): readonly string[] =>
      right(saleToTransaction(defaultPolicy)(sale)).decisions.map(({ reason }) => reason);
    const notTaxable = 'no tax is expected: nothing that was sold is taxable there';
    expect(reasonsOf(aSale({ lines: [{ ...untaxed, isTaxable: false }] }))).toContain(notTaxable);
    expect(reasonsOf(aSale({ lines: [untaxed] }))).not.toContain(notTaxable);
    expect(reasonsOf(aSale({ destinations, lines: [untaxed] }))).toContainEqual(
      expect.stringContaining('Alaska has no state tax'),
    );
  });

  it('not another fee: it is a separate line', () => {
    const fee = aLine({ id: '72', kind: 'fee', name: 'Retail delivery fee', listed: 28n, taxes: [] });
    expect(mapped(aSale({ lines: [aLine(), fee] })).lines.map(({ productName }) => productName)).toContain(
      'Retail delivery fee',
    );
  });
});

describe('whether a sale is sent', () => {
  it.each([
    ['a test order', { isTest: true }, 'test order'],
    ['an unpaid order', { payment: 'not paid' }, 'not paid'],
    ['an authorized order', { payment: 'only authorized' }, 'only authorized'],
    ['a voided order', { payment: 'voided' }, 'voided'],
    ['an expired order', { payment: 'payment expired' }, 'payment expired'],
    ['a failed payment', { payment: 'payment failed' }, 'payment failed'],
    ['an order cancelled before payment', { payment: 'not paid', isCanceled: true }, 'canceled before payment'],
    ['an order voided by its cancellation', { payment: 'voided', isCanceled: true }, 'canceled before payment'],
  ] as const)('%s is skipped', (_, differences, reason) => {
    expect(left(saleToTransaction(defaultPolicy)(aSale(differences)))).toMatchObject({ _tag: 'Skipped', reason });
  });

  it('a voided sale is skipped with a message that fits an invoice, too', () => {
    expect(left(saleToTransaction(defaultPolicy)(aSale({ payment: 'voided' }))).message).toBe(
      'Voided before payment. Nothing was sold.',
    );
  });

  it('an order canceled after payment is sent with its original amounts', () => {
    expect(mapped(aSale({ isCanceled: true })).total).toBe(11_225n);
  });

  it('a partially paid order is held, sent or skipped by the policy', () => {
    const sale = aSale({ payment: 'partially paid' });
    expect(reasonOf(sale)).toBe('partially paid');
    expect(reasonOf(sale, { partiallyPaid: 'skip' })).toBe('not paid');
    expect(findingsOf(sale, { partiallyPaid: 'send' })).toContain('partially paid');
  });

  it('an estimated tax holds the sale unless the policy sends it', () => {
    const sale = aSale({ taxIsEstimated: true });
    expect(reasonOf(sale)).toBe('tax still estimated');
    expect(findingsOf(sale, { estimatedTax: 'send' })).toContain('tax still estimated');
  });

  it.each<[string, Sale, Partial<Policy>, object]>([
    [
      ...(['no tax', aSale({ lines: [aLine({ taxes: [] })] }), {}] as const),
      {
        ...{ about: 'taxCollected', value: '0', fields: ['taxes'], finding: 'no tax collected' },
        reason: 'no tax, no exemption and no marketplace: a state may assume that tax was due',
      },
    ],
    [
      ...(['another currency', aSale({ currency: { code: 'CAD', digits: 2 } }), {}] as const),
      {
        ...{ about: 'currency', value: 'CAD', fields: ['currency'], finding: 'not in US dollars' },
        reason: 'sent to a US address in another currency; returns are in US dollars',
      },
    ],
    [
      ...(['nothing paid', aSale({ lines: [aLine({ listed: 0n, taxes: [] })], shipping: [] }), {}] as const),
      {
        ...{ about: 'total', value: '0', fields: ['total'], finding: 'zero total' },
        reason: 'nothing was paid; a state may count it as a transaction',
      },
    ],
    [
      ...(['an estimated tax', aSale({ taxIsEstimated: true }), { estimatedTax: 'send' }] as const),
      {
        ...{ about: 'taxCollected', value: 'estimate', fields: ['estimatedTaxes'], finding: 'tax still estimated' },
        reason: 'the tax may still change; the policy sends it anyway',
      },
    ],
    [
      ...(['a part paid', aSale({ payment: 'partially paid' }), { partiallyPaid: 'send' }] as const),
      {
        ...{ about: 'transaction', value: 'as sold', fields: ['payment'], finding: 'partially paid' },
        reason: 'only partially paid; the policy sends the whole sale',
      },
    ],
  ])('a sale with %s says what is to be reviewed of it, and why', (_, sale, policy, decision) => {
    const ordinary = right(saleToTransaction(defaultPolicy)(aSale())).decisions;
    const { decisions } = right(saleToTransaction({ ...defaultPolicy, ...policy })(sale));
    expect(decisions).toContainEqual(decision);
    expect(ordinary).not.toContainEqual(decision);
  });

  it('a sale whose parts differ from the stated total is held with the missing amount', () => {
    const refused = left(saleToTransaction(defaultPolicy)(aSale({ statedTotal: 11_226n })));
    expect(refused).toMatchObject({ _tag: 'Held', reason: 'totals do not add up' });
    expect(refused.message).toContain('0.01 USD are missing');
  });

  it.each([
    ['no lines', { lines: [] }],
    ['only a gift card', { lines: [aLine({ kind: 'gift card', listed: 5_000n, taxes: [] })] }],
    ['only a tip', { lines: [aLine({ kind: 'tip', listed: 5_000n, taxes: [] })] }],
  ] as const)('a paid sale with %s is held when its stated total is not explained', (_, parts) => {
    const sale = aSale({ ...parts, shipping: [], statedTotal: 9_330n });
    expect(left(saleToTransaction(defaultPolicy)(sale))).toMatchObject({
      _tag: 'Held',
      reason: 'totals do not add up',
      message: expect.stringContaining(
        parts.lines.length === 0 ? '93.30 USD are missing' : '43.30 USD are missing',
      ) as unknown,
    });
  });

  it('a sale without a usable address is held', () => {
    expect(reasonOf(aSale({ destinations: [] }))).toBe('missing address');
  });
});

describe('who remits the tax', () => {
  const taxed = (liable: 'seller' | 'marketplace' | 'unknown'): Partial<Sale> => ({
    lines: [aLine({ taxes: [{ amount: 725n, liable, title: 'Tax' }] })],
  });
  const amazon = [{ kind: 'channel', value: 'Amazon by CedCommerce', field: 'app.name' }] as const;

  it('a tax that the channel is liable for is not the seller’s, and tags the marketplace', () => {
    const sale = aSale({ ...taxed('marketplace'), marketplaces: amazon, statedTotal: 11_225n });
    expect(mapped(sale)).toMatchObject({ marketplace: 'AMAZON', taxCollected: 0n, total: 10_500n });
  });

  it('a channel without a known name is tagged by the policy, and reported', () => {
    expect(mapped(aSale(taxed('marketplace'))).marketplace).toBe('OTHER');
    expect(findingsOf(aSale(taxed('marketplace')))).toContain('marketplace without a name');
  });

  it('a tax that the seller is liable for stays the seller’s, whatever the channel', () => {
    expect(mapped(aSale({ ...taxed('seller'), marketplaces: amazon }))).toMatchObject({
      marketplace: null,
      taxCollected: 725n,
    });
  });

  it('an open liability goes to a channel that is known to remit, and is reported', () => {
    const sale = aSale({ ...taxed('unknown'), marketplaces: amazon });
    expect(mapped(sale)).toMatchObject({ marketplace: 'AMAZON', taxCollected: 0n });
    expect(findingsOf(sale)).toContain('liability unknown');
  });

  it.each([
    ['2025-01-01T12:00:00Z', 'US', 'SHOP', 0n],
    ['2024-12-31T12:00:00Z', 'US', null, 725n],
    ['2026-02-03T17:20:00Z', 'CA', null, 725n],
  ])('an open liability is the Shop channel’s from 2025 on and in the US alone: %s in %s', (...row) => {
    const [occurredAt, country, marketplace, taxCollected] = row;
    const address = { line1: null, line2: null, city: null, state: country === 'US' ? 'CA' : 'ON', zip: null, country };
    const sale = aSale({
      ...taxed('unknown'),
      occurredAt,
      destinations: [{ basis: 'shipping', address }],
      marketplaces: [{ kind: 'channel', value: 'shop', field: 'attribution.handle' }],
    });
    expect(mapped(sale)).toMatchObject({ marketplace, taxCollected });
  });

  it.each([
    ['ETSY', 'Etsy'],
    ['EBAY', 'M2E eBay & More'],
    ['EBAY', 'ebay-us'],
    ['TIKTOK', 'Tik Tok Shop'],
    ['MACYS', "Macy's Marketplace"],
    ['WALMART', 'MyWalmartFeed'],
  ])('an open liability goes to %s by the name %j', (marketplace, value) => {
    const marketplaces = [{ kind: 'channel' as const, value, field: 'app.name' }];
    expect(mapped(aSale({ ...taxed('unknown'), marketplaces }))).toMatchObject({ marketplace, taxCollected: 0n });
  });

  it.each(["Betsy's Headless", 'Bluebay Surf', 'Metals Depot', 'Metafields Importer', 'My own shop'])(
    'an app that is only spelt a little like a marketplace leaves the tax with the seller: %s',
    (value) => {
      const marketplaces = [{ kind: 'channel' as const, value, field: 'app.name' }];
      const mark = { marketplace: null, taxCollected: 725n };
      expect(mapped(aSale({ ...taxed('unknown'), marketplaces }))).toMatchObject(mark);
    },
  );

  it('a tax that the seller is liable for stays the seller’s next to one of open liability', () => {
    const shipping = [
      { name: 'Post', price: 500n, discount: 0n, taxes: [{ amount: 40n, liable: 'seller' as const, title: 'Tax' }] },
    ];
    const sale = aSale({ ...taxed('unknown'), shipping, marketplaces: amazon });
    expect(mapped(sale)).toMatchObject({ marketplace: 'AMAZON', taxCollected: 40n });
  });

  it('a channel that the policy names in another script is that one and no other', () => {
    const marketplaces = (value: string) => ({
      marketplaces: [{ kind: 'channel' as const, value, field: 'app.name' }],
    });
    const policy = { marketplaces: { 楽天市場: 'RAKUTEN' } };
    expect(mapped(aSale({ ...taxed('unknown'), ...marketplaces('楽天市場') }), policy).marketplace).toBe('RAKUTEN');
    expect(mapped(aSale({ ...taxed('unknown'), ...marketplaces('自社サイト') }), policy).marketplace).toBeNull();
  });

  it('the Shop channel is a marketplace where it remits', () => {
    const marketplaces = [{ kind: 'channel' as const, value: 'shop', field: 'attribution.handle' }];
    const sale = aSale({ ...taxed('marketplace'), occurredAt: '2024-12-31T12:00:00Z', marketplaces });
    expect(mapped(sale)).toMatchObject({ marketplace: 'SHOP', taxCollected: 0n });
  });

  it('an open liability is the seller’s where no marketplace is known', () => {
    expect(mapped(aSale(taxed('unknown')))).toMatchObject({ marketplace: null, taxCollected: 725n });
  });

  it('a merchant of record remits everything', () => {
    const sale = aSale({
      ...taxed('unknown'),
      marketplaces: [{ kind: 'merchant of record', value: 'Link', field: 'merchantOfRecordApp' }],
    });
    expect(mapped(sale)).toMatchObject({ taxCollected: 0n, marketplace: 'OTHER' });
  });

  it('a setting names a channel without a known name', () => {
    const sale = aSale({
      ...taxed('unknown'),
      marketplaces: [{ kind: 'channel', value: '347082227713', field: 'sourceName' }],
    });
    expect(mapped(sale, { marketplaces: { '347082227713': 'FAIRE' } }).marketplace).toBe('FAIRE');
  });

  it('mixed liability sends the seller’s part and reports it', () => {
    const sale = aSale({
      lines: [aLine({ taxes: [{ amount: 725n, liable: 'marketplace', title: 'Tax' }] })],
      shipping: [{ name: 'Post', price: 500n, discount: 0n, taxes: [{ amount: 36n, liable: 'seller', title: 'Tax' }] }],
    });
    expect(mapped(sale).taxCollected).toBe(36n);
    expect(findingsOf(sale)).toContain('liability mixed');
  });
});

describe('exempt buyers', () => {
  const resale: ExemptionEvidence = { kind: 'resale', field: 'tags' };
  const exempt: ExemptionEvidence = { kind: 'exempt', field: 'taxExempt' };

  it('a reseller’s certificate of the ship-to state marks RESALE', () => {
    const sale = aSale({ exemptions: [{ kind: 'resale certificate', state: 'CA', field: 'customer.taxExemptions' }] });
    expect(mapped(sale)).toMatchObject({ purpose: 'RESALE', entity: null });
  });

  it('a certificate of another state exempts nothing', () => {
    const sale = aSale({ exemptions: [{ kind: 'resale certificate', state: 'NV', field: 'customer.taxExemptions' }] });
    expect(mapped(sale).purpose).toBeNull();
  });

  it('the message of a held sale gives the reason, and names no setting', () => {
    for (const sale of [aSale({ payment: 'partially paid' }), aSale({ taxIsEstimated: true })]) {
      const message = left(saleToTransaction(defaultPolicy)(sale)).message;
      expect(message).not.toMatch(/policy|partiallyPaid|estimatedTax/);
      expect(message).toContain('The sale waits until');
    }
  });

  it('an exemption without a reason is reported, and gets an entity only from the policy', () => {
    const sale = aSale({ exemptions: [{ kind: 'exempt', field: 'taxExempt' }] });
    expect(findingsOf(sale)).toContain('exempt, no reason given');
    expect(mapped(sale).entity).toBeNull();
    expect(mapped(sale, { exemptEntity: 'NON_PROFIT' }).entity).toBe('NON_PROFIT');
  });

  it.each<[string, Partial<Sale>, Partial<Policy>, boolean]>([
    ['for resale', { exemptions: [resale] }, {}, true],
    [
      'for resale, with tax on one of two lines',
      { lines: [aLine({ id: '2', taxes: [] }), aLine()], exemptions: [resale] },
      {},
      true,
    ],
    ['for resale, without tax', { lines: [aLine({ taxes: [] })], exemptions: [resale] }, {}, false],
    [
      'for resale, with tax that a marketplace remits',
      { lines: [aLine({ taxes: [{ amount: 725n, liable: 'marketplace', title: 'Tax' }] })], exemptions: [resale] },
      {},
      false,
    ],
    ['by the entity of the policy', { exemptions: [exempt] }, { exemptEntity: 'NON_PROFIT' }, true],
    ['for no reason, so that it is not sent as exempt', { exemptions: [exempt] }, {}, false],
    ['on one of two lines only', { lines: [aLine({ id: '2', taxes: [] }), aLine()] }, {}, false],
  ])(
    'exempt %s, and taxed: reported only when it is sent as exempt, and nothing else changes',
    (_, more, policy, isReported) => {
      const sale = aSale(more);
      expect(findingsOf(sale, policy).includes('exempt, but taxed')).toBe(isReported);
      const { taxCollected, total } = mapped(sale, policy);
      expect({ taxCollected, total }).toStrictEqual({
        ...{ taxCollected: mapped(aSale({ ...more, exemptions: [] })).taxCollected },
        ...{ total: mapped(aSale({ ...more, exemptions: [] })).total },
      });
    },
  );

  it('no tax without a reason is reported', () => {
    expect(findingsOf(aSale({ lines: [aLine({ taxes: [] })] }))).toContain('no tax collected');
  });

  it.each(['OR', 'DE', 'AE', 'AP', 'GU', 'VI', 'ON'])('no tax is not reported where none is due: %s', (state) => {
    const country = state === 'ON' ? 'CA' : 'US';
    const address = { line1: null, line2: null, city: 'Bend', state, zip: null, country };
    const sale = aSale({ lines: [aLine({ taxes: [] })], destinations: [{ basis: 'shipping', address }] });
    expect(findingsOf(sale)).toStrictEqual(['total not stated']);
  });
});

const anyLine: fc.Arbitrary<SaleLine> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom('goods', 'gift card', 'tip', 'fee', 'duty'),
    quantity: fc.integer({ min: 1, max: 50 }),
    listed: fc.bigInt({ min: -1_000_000n, max: 100_000_000n }),
    discountShare: fc.integer({ min: 0, max: 100 }),
    tax: fc.bigInt({ min: 0n, max: 1_000n }),
    liable: fc.constantFrom('seller', 'marketplace', 'unknown'),
  })
  .map(({ id, kind, quantity, listed, discountShare, tax, liable }) =>
    aLine({
      id,
      kind,
      quantity,
      listed,
      discount: listed > 0n ? (listed * BigInt(discountShare)) / 100n : 0n,
      taxes: [{ amount: tax, liable, title: 'Tax' }],
    }),
  );

describe('the currency of a sale to a US address', () => {
  const cad = { currency: { code: 'CAD', digits: 2 } };

  it('is a finding, if it is not US dollars', () => {
    expect(findingsOf(aSale(cad))).toContain('not in US dollars');
    expect(findingsOf(aSale())).not.toContain('not in US dollars');
  });

  it('is none for a sale to another country', () => {
    const address = { line1: null, line2: null, city: null, state: 'ON', zip: null, country: 'CA' };
    expect(findingsOf(aSale({ ...cad, destinations: [{ basis: 'shipping', address }] }))).not.toContain(
      'not in US dollars',
    );
  });
});

describe('money is conserved', () => {
  it('for any sale, what is sent, left out and remitted by others is what the platform states', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 5_000n }),
        (lines, pricesIncludeTax, orderDiscount) => {
          const sale = aSale({ lines, pricesIncludeTax, orderDiscount });
          const transaction = mapped({ ...sale, statedTotal: sumOfParts(sale) }, sendsRefunds);
          const taxes = (of: readonly SaleLine[]): bigint =>
            sum(of.flatMap((line) => line.taxes.map((tax) => tax.amount)));
          const isPushed = (line: SaleLine): boolean => isKeptLine(defaultPolicy, sale, line);
          const leftOut = lines.filter((line) => !isPushed(line));
          const leftOutAmount =
            sum(leftOut.map(({ listed, discount }) => listed - discount)) - (pricesIncludeTax ? taxes(leftOut) : 0n);
          // Collected tax is sent, also that on a gift card.
          const remittedByOthers = taxes(lines) - transaction.taxCollected;
          expect(transaction.total + leftOutAmount + remittedByOthers).toBe(sumOfParts(sale));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('for any sale that is skipped, the lines left out explain the whole stated total', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 3 }),
        fc.bigInt({ min: 0n, max: 20_000n }),
        fc.boolean(),
        (lines, statedTotal, isExact) => {
          const sale = aSale({ lines, shipping: [] });
          const stated = { ...sale, statedTotal: isExact ? sumOfParts(sale) : statedTotal };
          const result = saleToTransaction(defaultPolicy)(stated);
          if (E.isRight(result) || result.left._tag === 'Held') return;
          expect(sumOfParts(stated)).toBe(stated.statedTotal);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('the order of lines changes no header amount', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), (lines) => {
        const header = { ...mapped(aSale({ lines })), lines: [] };
        const reversed = { ...mapped(aSale({ lines: [...lines].reverse() })), lines: [] };
        expect(reversed).toStrictEqual(header);
      }),
    );
  });
});
