// @ts-check
import { after, describe, it } from 'node:test';
import { sourceConnectorPromises } from 'tax-nexus-sync/testing';
import { changedIn, expected, signedDelivery, startShop } from './shop.mjs';
import { wooCommerce } from './woocommerce.mjs';

const shop = await startShop();
after(() => shop.stop());

const webhookSecret = 'whs_secret';
const open =
  (/** @type {string} */ key, url = shop.url) =>
  () =>
    wooCommerce({
      ...{ id: 'acme', name: 'Acme', url, key, secret: 'cs_secret', webhookSecret },
      ...{ timeZone: 'America/Los_Angeles', pageSize: 7 },
    });
const interval = { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' };
const { payload, request } = signedDelivery(4, webhookSecret);
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const promises = sourceConnectorPromises({
  open: open('ck_good'),
  openRefused: open('ck_revoked'),
  throttled: { open: open('ck_busy'), retryAfterMs: 7_000 },
  openUnreachable: open('ck_good', 'http://127.0.0.1:1'),
  oneRequestFails: { url: shop.url, open: (url) => open('ck_good', url)() },
  range: { from: '2026-01-01', to: '2026-03-31' },
  expected,
  lacks: ['three decimals'],
  changed: { interval, recordIds: changedIn(interval) },
  delivery: {
    request,
    verified: { topic: 'order.updated', deliveryId: 'delivery-1', payload },
    recordId: '1005',
    ping: { body: Buffer.from('webhook_id=7'), headers: form, receivedAt: interval.end },
  },
  unknownId: '4711',
  canaries: ['Ada Example', 'Example St', 'ck_', 'cs_secret', webhookSecret],
});

describe('WooCommerce as a SourceConnector', () => {
  for (const { sentence, check } of promises) it(sentence, check);
});
