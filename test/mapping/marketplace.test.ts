import { describe, expect, it } from '@jest/globals';
import { isRemittedBySeller, type Marketplace, marketplaceOf } from '../../src/mapping/marketplace.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { MarketplaceEvidence, TaxAmount } from '../../src/mapping/sale.ts';

const sale = { state: 'CA', country: 'US', occurredAt: '2026-02-03T12:00:00Z' };
type Liable = TaxAmount['liable'];
const taxesOf = (liable: readonly Liable[]): readonly TaxAmount[] =>
  liable.map((who) => ({ amount: 100n, liable: who, title: 'Tax' }));

const decided = (
  evidence: readonly MarketplaceEvidence[],
  liable: readonly Liable[] = [],
  { policy = {}, at = sale }: { readonly policy?: Partial<Policy>; readonly at?: typeof sale } = {},
): Marketplace => marketplaceOf({ ...defaultPolicy, ...policy }, evidence, taxesOf(liable), at);

const channel = (value: string): MarketplaceEvidence => ({ kind: 'channel', value, field: 'attribution.handle' });
const ofRecord: MarketplaceEvidence = { kind: 'merchant of record', value: 'Link', field: 'merchantOfRecordApp' };
const sellers = { code: null, unknownLiability: 'seller', remitsAll: false };

/** What a decision says, with what every decision on a marketplace has. */
const says = (value: string, reason: string, field: string, finding?: string): object => ({
  about: 'marketplace',
  value,
  reason,
  fields: [field],
  ...(finding !== undefined && { finding }),
});

describe('who remits', () => {
  it('the seller, without a word, where nothing names a channel', () => {
    expect(decided([], ['unknown'])).toStrictEqual({ ...sellers, decisions: [] });
    expect(decided([channel('web')], ['unknown'])).toStrictEqual({ ...sellers, decisions: [] });
  });

  it('the marketplace that the merchant states, for all taxes, whatever the platform states', () => {
    const stated: MarketplaceEvidence = { kind: 'stated', value: 'ETSY', field: 'metadata.marketplace' };
    expect(decided([channel('ebay'), stated], ['seller'])).toStrictEqual({
      code: 'ETSY',
      unknownLiability: 'marketplace',
      remitsAll: true,
      decisions: [says('ETSY', 'stated by the merchant', 'metadata.marketplace')],
    });
  });

  it.each<[string, readonly MarketplaceEvidence[], readonly Liable[], string, readonly object[]]>([
    [
      'a channel with a name',
      [channel('ebay')],
      ['marketplace', 'unknown'],
      'EBAY',
      [says('EBAY', 'the channel is liable for the tax', 'channelLiable')],
    ],
    [
      'a channel without a name',
      [],
      ['marketplace'],
      defaultPolicy.unknownMarketplace,
      [
        says(
          defaultPolicy.unknownMarketplace,
          'the channel is liable for the tax',
          'channelLiable',
          'marketplace without a name',
        ),
      ],
    ],
    [
      'a channel, and the seller for others',
      [channel('ebay')],
      ['marketplace', 'seller'],
      'EBAY',
      [
        says('EBAY', 'the channel is liable for the tax', 'channelLiable'),
        says(
          'EBAY',
          'the channel is liable for some of the taxes, the seller for others',
          'channelLiable',
          'liability mixed',
        ),
      ],
    ],
    [
      'a merchant of record, and the seller for others',
      [ofRecord],
      ['unknown', 'seller'],
      defaultPolicy.unknownMarketplace,
      [
        says(
          defaultPolicy.unknownMarketplace,
          'another company is the merchant of record and remits the tax',
          'merchantOfRecordApp',
          'marketplace without a name',
        ),
        says(
          defaultPolicy.unknownMarketplace,
          'the channel is liable for some of the taxes, the seller for others',
          'merchantOfRecordApp',
          'liability mixed',
        ),
      ],
    ],
  ])('by what the platform states: %s', (_, evidence, liable, code, decisions) => {
    expect(decided(evidence, liable)).toStrictEqual({
      code,
      unknownLiability: 'marketplace',
      remitsAll: false,
      decisions,
    });
  });

  it.each<[string, readonly MarketplaceEvidence[], readonly object[]]>([
    ['no channel', [], []],
    ['a channel without a code', [channel('web')], []],
    [
      'a marketplace',
      [channel('ebay')],
      [
        says(
          'none',
          'the platform states that the seller is liable; by law eBay must collect the tax in CA since 2019-10-01',
          'attribution.handle',
          'marketplace says you remit',
        ),
      ],
    ],
    [
      'a merchant of record',
      [ofRecord],
      [says('none', 'the platform states that the seller is liable', 'merchantOfRecordApp', 'liability mixed')],
    ],
  ])('the seller, where the platform states it of all taxes: %s', (_, evidence, decisions) => {
    expect(decided(evidence, ['seller', 'seller'])).toStrictEqual({ ...sellers, decisions });
  });

  it('the seller, with a finding and the name in one short line, where the channel is not known', () => {
    const name = `  My\n  own   ${'x'.repeat(80)}`;
    const [decision] = decided([channel(name)], ['unknown']).decisions;
    expect(decision).toStrictEqual({
      ...says(
        'none',
        `not known whether the channel "${name}" remits: sent as your own sale. Set the channel in the policy's marketplaces`,
        'attribution.handle',
        'channel with open liability',
      ),
      subject: `My own ${'x'.repeat(53)}`,
    });
  });

  it('the seller before the first day of a channel, in a sentence', () => {
    const at = { ...sale, occurredAt: '2024-06-01T00:00:00Z' };
    expect(decided([channel('shop')], ['unknown'], { at })).toStrictEqual({
      ...sellers,
      decisions: [says('none', 'Shop did not collect this tax', 'attribution.handle')],
    });
  });

  it.each([
    [{ ...sale, occurredAt: '2019-09-30T23:59:59Z' }, 'CA'],
    [{ ...sale, state: '' }, ''],
    [{ ...sale, country: 'CA', state: 'ON' }, 'CA'],
    [{ ...sale, state: 'OR' }, 'OR'],
  ])('the seller, where no law made the channel collect: %j', (at, where) => {
    expect(decided([channel('ebay')], ['unknown'], { at })).toStrictEqual({
      ...sellers,
      decisions: [
        says('none', `no law of ${where} required eBay to collect the tax on that day`, 'attribution.handle'),
      ],
    });
  });

  it.each<[string, string, string, readonly Liable[], string | undefined]>([
    ['CA', '2019-10-01', 'count', ['unknown'], 'liability unknown'],
    ['FL', '2021-07-01', 'do not count', [], undefined],
    ['PA', '2019-07-01', 'may count', ['unknown'], 'liability unknown'],
  ])('a channel with only its own checkout, by the law of %s since %s', (state, since, count, liable, finding) => {
    const reason = `eBay has only its own checkout, and must collect the tax in ${state} since ${since}; such sales ${count} toward your threshold there`;
    expect(decided([channel('ebay')], liable, { at: { ...sale, state } })).toStrictEqual({
      code: 'EBAY',
      unknownLiability: 'marketplace',
      remitsAll: false,
      decisions: [says('EBAY', reason, 'attribution.handle', finding)],
    });
  });

  it('a channel of the merchant’s settings, in every state and at all times', () => {
    const at = { ...sale, state: 'OR', occurredAt: '2015-01-01T00:00:00Z' };
    expect(decided([channel('My-App')], [], { at, policy: { marketplaces: { 'my app': 'RAKUTEN' } } })).toStrictEqual({
      code: 'RAKUTEN',
      unknownLiability: 'marketplace',
      remitsAll: false,
      decisions: [
        says('RAKUTEN', 'your policy names My-App as a marketplace that remits the tax', 'attribution.handle'),
      ],
    });
  });
});

describe('of several names of a channel', () => {
  const application = (value: string): MarketplaceEvidence => ({ kind: 'application', value, field: 'application' });

  it('a marketplace counts first, then the seller’s own checkout, then the first that is not known', () => {
    expect(decided([channel('my app'), channel('web'), channel('etsy')]).code).toBe('ETSY');
    expect(decided([channel('my app'), channel('web')]).decisions).toStrictEqual([]);
    expect(decided([channel('web'), channel('my app')]).decisions).toStrictEqual([]);
    expect(decided([channel('my app'), channel('other app')]).decisions).toMatchObject([{ subject: 'my app' }]);
  });

  it('an application counts only where the merchant’s settings name it: most are tools', () => {
    expect(decided([application('etsy')])).toStrictEqual({ ...sellers, decisions: [] });
    expect(decided([application('etsy')], [], { policy: { marketplaces: { etsy: 'ETSY' } } }).code).toBe('ETSY');
  });

  it('a setting counts before the table, and `none` is the seller’s own checkout', () => {
    const policy = { marketplaces: { 'my app': 'none' } };
    expect(decided([channel('etsy'), channel('my app')], ['unknown'], { policy })).toStrictEqual({
      ...sellers,
      decisions: [],
    });
  });
});

describe('a tax', () => {
  const remitting = (unknownLiability: Marketplace['unknownLiability'], remitsAll = false): Marketplace => ({
    ...{ code: null, unknownLiability, remitsAll, decisions: [] },
  });
  const bySeller = (marketplace: Marketplace): readonly boolean[] =>
    taxesOf(['seller', 'unknown', 'marketplace']).map((tax) => isRemittedBySeller(marketplace, tax));

  it('is remitted by the seller where the seller is liable, or the liability is open and the sale is the seller’s', () => {
    expect(bySeller(remitting('seller'))).toStrictEqual([true, true, false]);
    expect(bySeller(remitting('marketplace'))).toStrictEqual([true, false, false]);
    expect(bySeller(remitting('marketplace', true))).toStrictEqual([false, false, false]);
  });
});
