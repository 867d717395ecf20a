import { describe, expect, it } from '@jest/globals';
import { aLine, anAddress, anOrder, aShippingLine, aTax, type Json, money, nodes, totals } from './an-order.ts';
import { saleOf, transactionOf } from './mapped.ts';

const taxed = (line: boolean | null, shipping: boolean | null): Json => ({
  originalTotalPriceSet: money('112.65'),
  lineItems: nodes(aLine({ taxLines: [aTax('7.25', line)] })),
  shippingLines: nodes(aShippingLine({ taxLines: [aTax('0.40', shipping)] })),
});

const markOf = (order: Json) => {
  const { marketplace, taxCollected } = transactionOf(order);
  return { marketplace, taxCollected };
};

describe('sales through marketplaces', () => {
  it('channelLiable true on lines and shipping: the channel remits, the seller collected nothing', () => {
    expect(markOf(anOrder({ ...taxed(true, true), attribution: { handle: 'tiktok' } }))).toStrictEqual({
      marketplace: 'TIKTOK',
      taxCollected: 0n,
    });
  });

  it('channelLiable true on lines, false on shipping: the seller keeps the tax on shipping', () => {
    expect(markOf(anOrder({ ...taxed(true, false), attribution: { handle: 'tiktok' } }))).toMatchObject({
      taxCollected: 40n,
    });
  });

  it('channelLiable false: the seller collected it', () => {
    expect(markOf(anOrder(taxed(false, false)))).toStrictEqual({ marketplace: null, taxCollected: 765n });
  });

  it('channelLiable null: unknown, and an ordinary shop is the seller', () => {
    expect(markOf(anOrder(taxed(null, null)))).toStrictEqual({ marketplace: null, taxCollected: 765n });
    expect(saleOf(anOrder(taxed(null, null))).lines[0]?.taxes[0]?.liable).toBe('unknown');
  });

  it('channelLiable in the ledger counts as it does on the line', () => {
    const sales = nodes({
      lineType: 'PRODUCT',
      quantity: 1,
      ...totals('107.25', '7.25'),
      taxes: [{ amount: money('7.25'), taxLine: { title: 'Tax', channelLiable: true } }],
      lineItem: { id: 'gid://shopify/LineItem/71' },
    });
    const order = anOrder({
      originalTotalPriceSet: money('107.25'),
      shippingLines: nodes(),
      agreements: nodes({ reason: 'ORDER', sales }),
    });
    expect(markOf(order)).toMatchObject({ taxCollected: 0n });
  });

  it('Shop channel: Shopify remits in the US since 2025, and nothing before or in other countries', () => {
    const order = anOrder({ ...taxed(null, null), attribution: { handle: 'shop' } });
    const abroad = anAddress({ provinceCode: 'ON', zip: 'K1A 0B1', countryCodeV2: 'CA' });
    expect(markOf(order)).toStrictEqual({ marketplace: 'SHOP', taxCollected: 0n });
    const ofSeller = { marketplace: null, taxCollected: 765n };
    expect(markOf({ ...order, processedAt: '2024-12-30T12:00:00Z' })).toStrictEqual(ofSeller);
    expect(markOf({ ...order, shippingAddress: abroad })).toStrictEqual(ofSeller);
  });

  it('merchant of record: an app remits everything where liability is open, and nothing that is the seller’s', () => {
    const order = anOrder({
      ...taxed(null, null),
      merchantOfRecordApp: { id: 'gid://shopify/App/7', name: 'Amazon by CodeX' },
    });
    expect(markOf(order)).toStrictEqual({ marketplace: 'AMAZON', taxCollected: 0n });
    expect(markOf({ ...order, ...taxed(false, false) })).toStrictEqual({ marketplace: null, taxCollected: 765n });
  });

  it('channel handle, app name, app id and source name are evidence, in this order', () => {
    const order = anOrder({
      attribution: { handle: 'walmart', displayName: 'Walmart US' },
      app: { id: 'gid://shopify/App/77', name: 'Feed' },
      sourceName: '77',
    });
    expect(saleOf(order).marketplaces.map(({ field, value }) => [field, value])).toStrictEqual([
      ['attribution.handle', 'walmart'],
      ['attribution.displayName', 'Walmart US'],
      ['app.name', 'Feed'],
      ['app.id', '77'],
      ['sourceName', '77'],
    ]);
  });

  it.each([
    ['its handle', { channelDefinition: { handle: 'amazon-us', channelName: 'Marketplace Connect' } }],
    ['its name', { channelDefinition: { channelName: 'Amazon' } }],
    ['its sub-channel', { channelDefinition: { channelName: 'Marketplace Connect', subChannelName: 'Amazon' } }],
    ['its app', { channelDefinition: null, app: { id: 'gid://shopify/App/77', title: 'Amazon by Feed' } }],
  ])(
    'channelInformation, which attribution replaces: known by %s, whatever attribution adds',
    (_, channelInformation) => {
      const order = anOrder({ ...taxed(null, null), channelInformation });
      const ofMarketplace = { marketplace: 'AMAZON', taxCollected: 0n };
      expect(markOf(order)).toStrictEqual(ofMarketplace);
      const attribution = { handle: 'marketplace-connect', displayName: 'Marketplace Connect' };
      expect(markOf({ ...order, attribution })).toStrictEqual(ofMarketplace);
    },
  );

  it('attribution whose handle says nothing is known by its display name', () => {
    const order = anOrder({ ...taxed(null, null), attribution: { handle: 'channel-14', displayName: 'Amazon US' } });
    expect(markOf(order)).toStrictEqual({ marketplace: 'AMAZON', taxCollected: 0n });
  });

  it('source name that the policy names is a marketplace', () => {
    const order = anOrder({ ...taxed(null, null), sourceName: '347082227713' });
    expect(transactionOf(order, { marketplaces: { '347082227713': 'ETSY' } }).marketplace).toBe('ETSY');
  });

  it.each(['web', 'pos', 'shopify_draft_order'])('source %s is no marketplace', (sourceName) => {
    expect(markOf(anOrder({ sourceName })).marketplace).toBeNull();
  });
});
