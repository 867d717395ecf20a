import { describe, expect, it } from '@jest/globals';
import { apiVersion } from '../../../connectors/shopify/client/api-version.ts';
import { webhooksToml } from '../../../connectors/shopify/webhooks/subscriptions.ts';
import { unlistedTopics } from '../../../connectors/shopify/webhooks/unlisted-topics.ts';
import { left, right } from '../../support/right.ts';

const now = Date.UTC(2026, 1, 3, 12);
const minutes = 60_000;

const shown = (age: number, options: { readonly hasOwn?: boolean; readonly listed?: readonly string[] } = {}) => {
  const deliveries = [{ deliveryId: 'digest orders/paid', receivedAt: new Date(now - age).toISOString() }];
  return unlistedTopics({ deliveries, alsoAt: [] }, new Set(options.listed ?? []), options.hasOwn ?? false, now);
};

describe('a subscription of the app, which no list of a shop shows', () => {
  it.each([
    [0, 'less than a minute ago'],
    [minutes - 1_000, 'less than a minute ago'],
    [minutes, '1 minute ago'],
    [2 * minutes, '2 minutes ago'],
    [60 * minutes - 1_000, '59 minutes ago'],
    [60 * minutes, '1 hour ago'],
    [47 * 60 * minutes, '1 day ago'],
    [48 * 60 * minutes, '2 days ago'],
  ])('is known by what arrived, %i ms ago: %s', (age, ago) => {
    const unseen = 'not visible here (set in shopify.app.toml?); deliveries';
    expect(shown(age)('ORDERS_PAID')).toBe(`${unseen} arrived ${ago}`);
    expect(shown(age)('ORDERS_CREATE')).toBe(`${unseen} of other topics arrived ${ago}`);
  });

  it('is none where nothing arrived, or the topic has a subscription of the shop', () => {
    expect(unlistedTopics({ deliveries: [], alsoAt: [] }, new Set(), false, now)('ORDERS_PAID')).toBeUndefined();
    expect(shown(minutes, { listed: ['ORDERS_PAID'] })('ORDERS_CREATE')).toBeUndefined();
  });

  it('may be one that Shopify deleted since, after four hours, where the shop has others to this address', () => {
    expect(shown(239 * minutes, { hasOwn: true })('ORDERS_PAID')).toBeDefined();
    expect(shown(240 * minutes, { hasOwn: true })('ORDERS_PAID')).toBeUndefined();
  });
});

describe('the section of shopify.app.toml', () => {
  it('names each topic, those of privacy, and the address', () => {
    expect(right(webhooksToml('https://app.example/hooks'))).toBe(`[webhooks]
api_version = "${apiVersion}"

[[webhooks.subscriptions]]
topics = ["orders/create", "orders/updated", "orders/paid", "orders/edited", "orders/cancelled", "orders/delete", "refunds/create", "bulk_operations/finish", "app/uninstalled"]
compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]
uri = "https://app.example/hooks"
`);
  });

  it('is not made for an address to which Shopify delivers nothing', () => {
    expect(left(webhooksToml('http://app.example/hooks'))).not.toBe('');
  });
});
