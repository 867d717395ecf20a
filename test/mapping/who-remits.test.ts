import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type MappedSale, saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { facilitatorLawOf, facilitatorLaws } from '../../src/mapping/facilitator-laws.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

interface Situation {
  readonly channel: string;
  readonly on?: string;
  readonly state?: string;
  readonly country?: string;
  /** Without it, the sale has no tax at all, as where the seller is not registered. */
  readonly isTaxed?: boolean;
}

const saleThrough = ({ channel, on = '2026-03-01', state = 'CA', country = 'US', isTaxed = true }: Situation): Sale => {
  const taxes = isTaxed ? [{ amount: 725n, liable: 'unknown' as const, title: 'Tax' }] : [];
  return aSale({
    occurredAt: `${on}T12:00:00Z`,
    lines: [aLine({ taxes })],
    destinations: [{ basis: 'shipping', address: { line1: null, line2: null, city: null, state, zip: null, country } }],
    marketplaces: [{ kind: 'channel', value: channel, field: 'attribution.handle' }],
  });
};

const mapped = (situation: Situation, policy: Partial<Policy> = {}): MappedSale =>
  right(saleToTransaction({ ...defaultPolicy, ...policy })(saleThrough(situation)));

const codeOf = (situation: Situation, policy: Partial<Policy> = {}): string | null =>
  mapped(situation, policy).transaction.marketplace;

const findingsOf = (situation: Situation, policy: Partial<Policy> = {}): readonly string[] =>
  mapped(situation, policy).decisions.flatMap(({ finding }) => finding ?? []);

const open = 'channel with open liability';

describe('who remits by default, where the platform does not state it', () => {
  it.each([
    ['amazon', 'AMAZON'],
    ['sell-on-amazon', 'AMAZON'],
    ['eBay', 'EBAY'],
    ['Etsy', 'ETSY'],
    ['Walmart Marketplace', 'WALMART'],
    ['TikTok Shop', 'TIKTOK'],
    ['Target Plus', 'TARGET_PLUS'],
    ['Temu', 'TEMU'],
    ['whatnot', 'WHATNOT'],
    ["Macy's", 'MACYS'],
    ['shop', 'SHOP'],
    ['3890849', 'SHOP'],
  ])('the marketplace: %s has only its own checkout', (channel, code) => {
    expect(codeOf({ channel })).toBe(code);
    expect(codeOf({ channel, isTaxed: false })).toBe(code);
  });

  it.each([
    ...['web', 'Online Store', 'pos', 'shopify_draft_order', 'subscription_contract', 'Google & YouTube', 'Pinterest'],
    ...['ChatGPT', 'copilot', 'Perplexity'],
  ])('the seller: orders through %s are paid in the seller’s checkout', (channel) => {
    expect(codeOf({ channel })).toBeNull();
    expect(findingsOf({ channel })).not.toContain(open);
  });

  it.each([
    ...['facebook', 'Instagram', 'meta', 'TikTok', '4383523', 'hermes-cron-orders', '347082227713'],
    ...['Amazon Pay', 'Buy with Prime by Amazon', 'Amazon MCF', 'facebook-ads', 'ebay-style', 'amazonas-candles'],
  ])('the seller, with a finding: %s may lead to either checkout, or is not known', (channel) => {
    expect(codeOf({ channel })).toBeNull();
    expect(mapped({ channel }).transaction.taxCollected).toBe(725n);
    expect(findingsOf({ channel })).toContain(open);
  });

  it('the marketplace, where one name leaves its checkout open and another shows it', () => {
    const [channel] = saleThrough({ channel: 'TikTok Shop' }).marketplaces;
    const sale = saleThrough({ channel: 'tiktok' });
    const both = channel === undefined ? sale : { ...sale, marketplaces: [...sale.marketplaces, channel] };
    expect(right(saleToTransaction(defaultPolicy)(both)).transaction.marketplace).toBe('TIKTOK');
  });

  it('without any tax line, an unknown channel also has the finding that no tax was collected', () => {
    expect(findingsOf({ channel: 'facebook', isTaxed: false })).toStrictEqual(
      expect.arrayContaining([open, 'no tax collected']),
    );
  });

  it.each([
    ['Meta', 'facebook', '2025-08-31', 'META'],
    ['Meta', 'facebook', '2025-09-01', null],
    ['Shop', 'shop', '2024-12-31', null],
    ['Shop', 'shop', '2025-01-01', 'SHOP'],
  ])('%s by its dates: %s on %s', (_, channel, on, code) => {
    expect(codeOf({ channel, on })).toBe(code);
  });
});

describe('the law of the destination', () => {
  it.each([
    ['CA', '2019-09-30', null],
    ['CA', '2019-10-01', 'EBAY'],
    ['FL', '2021-06-30', null],
    ['FL', '2021-07-01', 'EBAY'],
    ['MO', '2022-12-31', null],
    ['MO', '2023-01-01', 'EBAY'],
    ['PR', '2020-12-31', null],
    ['PR', '2021-01-01', 'EBAY'],
    ['MT', '2026-01-01', null],
    ['GU', '2026-01-01', null],
  ])('decides by date: eBay to %s on %s', (state, on, code) => {
    expect(codeOf({ channel: 'ebay', state, on })).toBe(code);
  });

  it('is not that of the US abroad', () => {
    expect(codeOf({ channel: 'ebay', state: 'ON', country: 'CA' })).toBeNull();
  });

  it('is named in the explanation, with its first day and whether such sales count toward the threshold', () => {
    const reasonIn = (state: string): string =>
      mapped({ channel: 'ebay', state }).decisions.find(({ about }) => about === 'marketplace')?.reason ?? '';
    expect(reasonIn('CA')).toContain('in CA since 2019-10-01; such sales count toward');
    expect(reasonIn('FL')).toContain('in FL since 2021-07-01; such sales do not count toward');
    expect(reasonIn('PA')).toContain('such sales may count toward');
  });

  it('can be replaced for single states', () => {
    const policy = { facilitatorLaws: { CA: { collectsFrom: '2027-01-01', countsTowardThreshold: true } } };
    expect(codeOf({ channel: 'ebay' }, policy)).toBeNull();
    expect(codeOf({ channel: 'ebay', state: 'TX' }, policy)).toBe('EBAY');
  });

  it('leaves each sale before its first day, or without a law, to the seller', () => {
    const states = ['DE', 'OR', 'AE', 'VI', ...Object.keys(facilitatorLaws)];
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.date({ min: new Date('2016-01-01'), max: new Date('2026-11-01'), noInvalidDate: true }),
        fc.constantFrom('amazon', 'ebay', 'etsy', 'walmart'),
        (state, date, channel) => {
          const on = date.toISOString().slice(0, 10);
          const from = facilitatorLaws[state]?.collectsFrom;
          const { transaction } = mapped({ channel, state, on });
          expect(transaction.taxCollected === 0n).toBe(from !== undefined && on >= from);
        },
      ),
    );
  });

  it('has each state with a sales tax, DC and PR', () => {
    expect(Object.keys(facilitatorLaws)).toHaveLength(48);
    expect(facilitatorLawOf({}, { country: 'US', state: 'toString' }, '2026-01-01T00:00:00Z')).toBeNull();
  });
});

describe('a merchant of record', () => {
  const ofRecord = (liable: readonly ('seller' | 'unknown')[]): Sale =>
    aSale({
      lines: liable.map((who, at) =>
        aLine({ id: String(at + 1), taxes: [{ amount: 100n, liable: who, title: 'Tax' }] }),
      ),
      marketplaces: [{ kind: 'merchant of record', value: 'Link', field: 'merchantOfRecordApp' }],
    });

  it('remits taxes of open liability, and none that the platform states to be the seller’s', () => {
    const mapped = right(saleToTransaction(defaultPolicy)(ofRecord(['seller', 'unknown'])));
    expect(mapped.transaction).toMatchObject({ marketplace: 'OTHER', taxCollected: 100n });
    expect(mapped.decisions.map(({ finding }) => finding)).toContain('liability mixed');
    expect(right(saleToTransaction(defaultPolicy)(ofRecord(['unknown']))).transaction.taxCollected).toBe(0n);
  });
});

describe('the merchant’s settings', () => {
  it('make a channel a marketplace, or the seller’s own checkout, for all its sales', () => {
    const channel = '347082227713';
    expect(codeOf({ channel }, { marketplaces: { [channel]: 'RAKUTEN' } })).toBe('RAKUTEN');
    const own = { marketplaces: { [channel]: 'none' } };
    expect(codeOf({ channel }, own)).toBeNull();
    expect(findingsOf({ channel }, own)).not.toContain(open);
    expect(codeOf({ channel: 'ebay' }, { marketplaces: { eBay: 'none' } })).toBeNull();
  });

  it.each([
    ['skip', 'Skipped', 'marketplace sale', 'Your policy leaves marketplace sales out.'],
    ['hold', 'Held', 'marketplace sale held', 'Decide whether to send it.'],
  ] as const)('%s marketplace sales, and no others', (marketplaceSales, tag, reason, rest) => {
    const policy = { ...defaultPolicy, marketplaceSales };
    expect(left(saleToTransaction(policy)(saleThrough({ channel: 'ebay' })))).toMatchObject({
      ...{ _tag: tag, reason, message: `EBAY remits the tax of this sale. ${rest}` },
    });
    expect(codeOf({ channel: 'web' }, { marketplaceSales })).toBeNull();
  });

  it('send marketplace sales by default, with the code', () => {
    expect(mapped({ channel: 'ebay' }).transaction).toMatchObject({ marketplace: 'EBAY', taxCollected: 0n });
  });
});
