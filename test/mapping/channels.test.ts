import { describe, expect, it } from '@jest/globals';
import { type Channel, channelOf, isSameChannel } from '../../src/mapping/channels.ts';

const at = (name: string, on = '2026-03-01', country = 'US'): Channel => channelOf(name, `${on}T12:00:00Z`, country);

/** What a seller reads in Shopify: the name of an app, a handle, an id, or a source name. */
const each = (names: string): readonly string[] => names.split(', ');

describe('a channel with its own checkout', () => {
  it.each([
    ['AMAZON', 'Amazon', 'Amazon, sell-on-amazon, Amazon by CedCommerce, AmazonMarketplace'],
    ['EBAY', 'eBay', 'eBay, Marketplace Connect eBay, 1775805'],
    ['ETSY', 'Etsy', 'Etsy, etsy-sync'],
    ['WALMART', 'Walmart', 'Walmart, Walmart Marketplace, 1456995'],
    ['TIKTOK', 'TikTok Shop', 'TikTok Shop, Tik Tok Shop, tiktok-shop, TikTokMarketplace, TikTok Marketplace'],
    ['TARGET_PLUS', 'Target Plus', 'Target Plus, targetplus, TargetPlus by Marketplacer'],
    ['TEMU', 'Temu', 'Temu, temu-orders'],
    ['WHATNOT', 'Whatnot', 'Whatnot'],
    ['MIRAKL', 'Mirakl', 'Mirakl, Mirakl Connect'],
    ['MACYS', "Macy's", 'Macy’s, Macys'],
    ['ALIBABA', 'Alibaba', 'Alibaba, alibaba-com'],
    ['FAIRE', 'Faire', 'Faire, Faire: Sell Wholesale'],
    ['SHOP', 'Shop', 'Shop, Shop App, shop-channel, 3890849'],
  ])('%s is known by each of its names', (code, name, names) => {
    for (const one of each(names)) expect([one, at(one)]).toStrictEqual([one, { checkout: 'own', code, name }]);
  });

  it('that ended is open from that day on, under each of its names', () => {
    const names =
      'Meta, Facebook, Instagram, Facebook & Instagram, Facebook and Instagram, Facebook Shop, Instagram Shop';
    for (const one of each(`${names}, 2329312`)) {
      expect([one, at(one, '2025-08-31')]).toStrictEqual([one, { checkout: 'own', code: 'META', name: 'Meta' }]);
      expect([one, at(one, '2025-09-01').checkout]).toStrictEqual([one, 'unknown']);
    }
  });

  it('is the seller’s before its first day, and in other countries', () => {
    expect([at('Shop', '2024-12-31'), at('Shop', '2025-01-01'), at('Shop', '2026-03-01', 'CA')]).toMatchObject([
      { checkout: 'seller' },
      { checkout: 'own' },
      { checkout: 'seller' },
    ]);
  });

  it('has a name that must be spelled out: as its own word, or as the whole', () => {
    for (const one of each('Betsy, Shop Local, Meta Sync, Targeted Plus, Macyspace, Fairest, Sell on Amazonas'))
      expect([one, at(one)]).toStrictEqual([one, { checkout: 'unknown', code: null, name: one }]);
  });

  it.each([
    ...each('Pay, Payments, Prime, MCF, Multichannel, Fulfillment, FBA, Shipping, Logistics, Ads, Ad, Advertising'),
    ...each('Pixel, Reviews, Login, Attribution, Affiliate, Influencer, Creator, Style, Inspired, Alternative'),
    'fulfilment',
  ])('is not meant where its name stands for another of its services: Amazon %s', (service) => {
    expect(at(`Amazon ${service}`)).toStrictEqual({ checkout: 'unknown', code: null, name: `Amazon ${service}` });
  });
});

describe('a channel that sends its buyers to the seller’s checkout', () => {
  it.each([
    ['Shopify’s own', 'web, Online Store, 580111, iphone, android, Shopify Mobile, Shopify Admin, admin, Exchange'],
    ['point of sale', 'pos, Point of Sale, Shopify POS, 129785'],
    ['drafts', 'shopify_draft_order, Draft Orders, draft_order, shopify_draft_orders, 1354745, 1251622, Buy Button'],
    ['storefronts of a developer', 'Headless, Hydrogen, checkout, checkout_next, Shopify Collective Supplier'],
    [
      'subscriptions',
      'subscription_contract, subscription_contract_checkout_one, Shopify Subscriptions, Recharge, Recharge Subscriptions',
    ],
    ['search and pins', 'Google, Google & YouTube, Google and YouTube, 1780363, Pinterest, 3009811'],
    [
      'assistants',
      'ChatGPT, OpenAI, Copilot, Microsoft Copilot, Perplexity, Gemini, Agentic, Agentic Storefronts, Shopify Catalog',
    ],
  ])('is known by each of its names: %s', (_, names) => {
    for (const one of each(names))
      expect([one, at(one)]).toStrictEqual([one, { checkout: 'seller', code: null, name: one }]);
  });
});

describe('a channel that may lead to either checkout', () => {
  it.each(['TikTok', 'tik-tok', '4383523'])('%s, which also stands for advertisements, keeps its code', (name) => {
    expect(at(name)).toStrictEqual({ checkout: 'unknown', code: 'TIKTOK', name: 'TikTok' });
  });

  it('keeps the name that it was given, however many others come', () => {
    for (let other = 0; other < 2_100; other += 1)
      expect(at(`app ${other}`)).toStrictEqual({ checkout: 'unknown', code: null, name: `app ${other}` });
    expect(at('Etsy').code).toBe('ETSY');
  });
});

describe('two names of a channel', () => {
  it.each([
    ['Sell on Amazon', 'sell-on-amazon', true],
    ['CAFÉ', 'café', true],
    ['eBay', 'e_bay', true],
    ['eBay', 'eBay 2', false],
  ])('%s and %s are the same: %s', (one, other, isSame) => {
    expect(isSameChannel(one, other)).toBe(isSame);
  });
});
