import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Readiness } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { anAddress, type Json } from './an-order.ts';
import { type Asked, errors, everyScope, type Reply, shopAccess, withShop } from './a-shop.ts';

const probe = (...addresses: readonly (Json | null)[]): Reply => ({
  body: {
    data: { orders: { nodes: addresses.map((shippingAddress) => ({ id: 'gid://shopify/Order/1', shippingAddress })) } },
  },
});
const count: Reply = { body: { data: { ordersCount: { count: 12_345, precision: 'EXACT' } } } };

const readinessOf = async (
  answers: Readonly<Record<string, Reply>> = {},
  differences: Parameters<typeof withShop>[2] = {},
): Promise<Readiness> => {
  let readiness: Readiness | undefined;
  const answer = ({ operation }: Asked): Reply =>
    answers[operation] ??
    { ShopAccess: shopAccess(), ProbeOrders: probe(anAddress()), OrdersCount: count }[operation] ??
    {};
  await withShop(
    answer,
    async (connector) => {
      readiness = right(await connector.check());
    },
    differences,
  );
  if (readiness === undefined) throw new Error('no readiness');
  expect(JSON.stringify(readiness)).not.toContain('CANARY');
  return readiness;
};

const findingsOf = ({ findings }: Readiness, level: string): readonly string[] =>
  findings.filter((finding) => finding.level === level).map(({ subject }) => subject);

describe('check', () => {
  it('finds nothing amiss in a shop that is set up well', async () => {
    const readiness = await readinessOf();
    expect(readiness.account).toStrictEqual({
      id: '548380009',
      name: 'acme.myshopify.com',
      timeZone: 'America/New_York',
    });
    expect(readiness.records).toStrictEqual(O.some(12_345));
    expect(readiness.findings.every(({ level }) => level === 'fine')).toBe(true);
  });

  it('names the time zone in which days are counted', async () => {
    const [shop] = (await readinessOf()).findings;
    expect(shop?.message).toContain('America/New_York');
  });

  it('warns of the wall of 60 days without read_all_orders', async () => {
    const readiness = await readinessOf({
      ShopAccess: shopAccess(everyScope.filter((scope) => scope !== 'read_all_orders')),
    });
    expect(findingsOf(readiness, 'warns')).toStrictEqual(['scope read_all_orders']);
    expect(readiness.findings.find(({ level }) => level === 'warns')?.message).toContain('60 days');
  });

  it('warns of each optional scope that is missing, with its consequence', async () => {
    const readiness = await readinessOf({ ShopAccess: shopAccess(['read_orders', 'read_all_orders']) });
    expect(findingsOf(readiness, 'warns')).toStrictEqual([
      'scope read_customers',
      'scope read_companies',
      'scope read_locations',
      'scope read_merchant_managed_fulfillment_orders',
    ]);
  });

  it('warns when no webhook could be verified, with what to add', async () => {
    const readiness = await readinessOf({}, { webhookSecrets: [] });
    expect(findingsOf(readiness, 'warns')).toStrictEqual(['webhooks']);
    expect(readiness.findings.find(({ level }) => level === 'warns')?.message).toContain('to webhookSecrets');
  });

  it('takes a scope to write for one to read', async () => {
    const readiness = await readinessOf({
      ShopAccess: shopAccess(everyScope.map((scope) => scope.replace('read_', 'write_'))),
    });
    expect(findingsOf(readiness, 'warns')).toStrictEqual([]);
  });

  it('stops without read_orders, and asks for no order', async () => {
    const readiness = await readinessOf({ ShopAccess: shopAccess([]), ProbeOrders: { status: 500 } });
    expect(findingsOf(readiness, 'stops')).toStrictEqual(['scope read_orders']);
  });

  it('warns when ZIP codes are withheld', async () => {
    const readiness = await readinessOf({ ProbeOrders: probe(null, anAddress({ address1: null, zip: null })) });
    expect(findingsOf(readiness, 'warns')).toStrictEqual(['protected customer data']);
  });

  it('reports that there is no address to check', async () => {
    const readiness = await readinessOf({ ProbeOrders: probe(null) });
    expect(readiness.findings.find(({ subject }) => subject === 'protected customer data')?.message).toContain(
      'no recent order',
    );
  });

  it('stops when orders may not be read at all', async () => {
    const denial = errors({ message: 'This app is not approved to access the Order object.', path: ['orders'] });
    expect(findingsOf(await readinessOf({ ProbeOrders: denial }), 'stops')).toStrictEqual(['protected customer data']);
  });

  it('warns when Shopify answers with another version', async () => {
    const moved = { ...count, headers: { 'x-shopify-api-version': '2027-07' } };
    expect(findingsOf(await readinessOf({ OrdersCount: moved }), 'warns')).toStrictEqual(['API version']);
  });

  it('does without a count that cannot be had', async () => {
    expect((await readinessOf({ OrdersCount: errors({ message: 'x' }) })).records).toStrictEqual(O.none);
  });

  it('fails when the shop cannot be asked', async () => {
    await withShop(
      () => ({ status: 401 }),
      async (connector) => {
        expect(left(await connector.check())._tag).toBe('SourceCredentialsRefused');
      },
    );
  });
});
