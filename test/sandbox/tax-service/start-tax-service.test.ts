import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTaxService, type TaxServiceStandIn } from '../../../sandbox/index.ts';
import { aBody, type ServiceClient, serviceClient } from '../support/service-client.ts';

let service: TaxServiceStandIn;
let client: ServiceClient;

beforeEach(async () => {
  service = await startTaxService({ apiKeys: ['sandbox-key', 'other-key'] });
  client = serviceClient(service);
});

afterEach(() => service.stop());

const pushMany = async (count: number): Promise<readonly string[]> => {
  const ids = Array.from({ length: count }, (_, index) => `shopify:1:${index}`);
  for (const id of ids) await client.push(aBody({ id, name: `Shopify ${id}` }));
  return ids;
};

describe('pushing a transaction', () => {
  it('answers 200 with the transaction, which is found under its id from then on', async () => {
    const pushed = await client.push(aBody());
    const found = await client.get(`/transactions/${encodeURIComponent('shopify:1:1001')}`);

    expect([pushed.status, found.status]).toStrictEqual([200, 200]);
    expect(JSON.parse(found.text)).toStrictEqual(aBody());
  });

  it('answers 409 when the id is taken, and when the name is', async () => {
    await client.push(aBody());

    const sameId = await client.push(aBody({ name: 'Another name' }));
    const sameName = await client.push(aBody({ id: 'another:id' }));

    expect([sameId.status, sameId.paths()]).toStrictEqual([409, ['id']]);
    expect([sameName.status, sameName.paths()]).toStrictEqual([409, ['name']]);
    expect(service.journal()).toHaveLength(1);
  });

  it('answers 400 to what is no transaction, and names the places', async () => {
    const noTax = await client.push(aBody({ taxCollected: undefined }));
    const misspelt = await client.push(aBody({ shippingAndHandling: 7.95 }));
    const badLine = await client.push(aBody({ lineItems: [{ quantity: 1.5, amount: 10 }] }));

    expect([noTax.status, noTax.paths()]).toStrictEqual([400, ['taxCollected']]);
    expect([misspelt.status, misspelt.paths()]).toStrictEqual([400, ['shippingAndHandling']]);
    expect([badLine.status, badLine.paths()]).toStrictEqual([400, ['lineItems.0.quantity']]);
    expect((await client.push('{"id":')).status).toBe(400);
  });

  it('answers 422 when an equation is off by one cent', async () => {
    const total = await client.push(aBody({ total: 37.98 }));
    const subtotal = await client.push(aBody({ subtotal: 28, total: 37.98 }));

    expect([total.status, total.paths()]).toStrictEqual([422, ['total']]);
    expect([subtotal.status, subtotal.paths()]).toStrictEqual([422, ['subtotal', 'total']]);
  });

  it('computes exactly where floats would not', async () => {
    const lineItems = [
      { quantity: 3, amount: 0.1 },
      { quantity: 1, amount: 0.2 },
    ];
    const exact = { lineItems, subtotal: 0.5, shippingHandling: 0.1, taxCollected: 0.2, total: 0.8 };

    expect((await client.push(aBody(exact))).status).toBe(200);
  });

  it('answers 422 to amounts finer than their currency', async () => {
    const yen = { currency: 'JPY', subtotal: 28.5, shippingHandling: 0, taxCollected: 0, total: 28.5 };
    const refused = await client.push(aBody({ ...yen, lineItems: [{ quantity: 1, amount: 28.5 }] }));

    expect(refused.status).toBe(422);
    expect(refused.paths()).toContain('lineItems.0.amount');
  });

  it('answers 422 to a US address without a state', async () => {
    const nowhere = await client.push(aBody({ shipToAddress: { city: 'Austin', zip: '78701', country: 'US' } }));

    expect([nowhere.status, nowhere.paths()]).toStrictEqual([422, ['shipToAddress.state']]);
  });

  it('takes a refund only after its sale', async () => {
    const refund = aBody({
      id: 'shopify:1:1001:refund:7',
      name: 'Refund',
      parentId: 'shopify:1:1001',
      lineItems: [{ quantity: -1, amount: 14.5 }],
      subtotal: -14.5,
      shippingHandling: 0,
      taxCollected: -1.2,
      total: -15.7,
    });

    const before = await client.push(refund);
    await client.push(aBody());
    const after = await client.push(refund);

    expect([before.status, before.paths()]).toStrictEqual([422, ['parentId']]);
    expect(after.status).toBe(200);
  });
});

describe('reading', () => {
  it('lists newest first, ten at a time by default, and ends with a null cursor', async () => {
    const ids = await pushMany(23);
    const newest = [...ids].reverse();

    const first = await client.page('');
    const second = await client.page(`?cursor=${String(first.next)}`);
    const third = await client.page(`?cursor=${String(second.next)}`);

    expect(first.ids).toStrictEqual(newest.slice(0, 10));
    expect([...first.ids, ...second.ids, ...third.ids]).toStrictEqual(newest);
    expect(third.next).toBeNull();
  });

  it('shifts nothing on later pages when something is created between them', async () => {
    const ids = await pushMany(6);
    const first = await client.page('?limit=3');
    await client.push(aBody({ id: 'new', name: 'new' }));
    const second = await client.page(`?limit=3&cursor=${String(first.next)}`);

    expect([...first.ids, ...second.ids]).toStrictEqual([...ids].reverse());
  });

  it('refuses limits beyond 1 to 100, changed limits, and cursors that it never gave', async () => {
    await pushMany(4);
    const { next } = await client.page('?limit=2');

    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=zzz', `?limit=3&cursor=${String(next)}`]) {
      expect([query, (await client.get(`/transactions${query}`)).status]).toStrictEqual([query, 400]);
    }
    expect((await client.get('/transactions?limit=100')).status).toBe(200);
  });

  it('answers 404 for an id that nothing has, and for paths that do not exist', async () => {
    const statuses = [await client.get('/transactions/none'), await client.get('/orders')].map(({ status }) => status);

    expect(statuses).toStrictEqual([404, 404]);
  });

  it('shows each key only what was pushed with it', async () => {
    const other = serviceClient(service, 'other-key');
    await client.push(aBody());

    expect((await other.page('')).ids).toStrictEqual([]);
    expect((await other.get('/transactions/shopify%3A1%3A1001')).status).toBe(404);
    expect((await other.push(aBody())).status).toBe(200);
  });

  it('answers 401 to a key that it does not know', async () => {
    const stranger = serviceClient(service, 'wrong');
    const statuses = [await stranger.get('/transactions'), await stranger.push(aBody())].map(({ status }) => status);

    expect(statuses).toStrictEqual([401, 401]);
    expect(service.journal()).toStrictEqual([]);
  });
});
