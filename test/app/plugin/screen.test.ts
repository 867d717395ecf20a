import { describe, expect, it } from '@jest/globals';
import { shopify, shopifyAdminUser } from '../../../connectors/shopify/index.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { adminClientId, adminSecret, idTokenClaims, signedIdToken } from '../../support/an-id-token.ts';

const aPlugin = plugins();
const at = 'https://host.example/any/mount/screen';

describe('the screen of a plugin', () => {
  it('is off without authorize: the same 404 as any other path', async () => {
    const { taxNexus } = await aPlugin();
    const [off, nowhere] = [await taxNexus.handler(new Request(at)), await taxNexus.handler(new Request(`${at}s`))];
    expect(off.status).toBe(404);
    expect(await off.text()).toBe(await nowhere.text());
  });

  it('shows the runs that the host started, to whom the host names', async () => {
    const names = new Map([['ada', { name: 'Ada' }]]);
    const { taxNexus } = await aPlugin({
      authorize: (request) => names.get(request.headers.get('x-session') ?? '') ?? null,
    });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    const asAda = new Request(`${at}/runs/${id}`, { headers: { 'x-session': 'ada' } });
    const shown = await taxNexus.handler(asAda);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('24 considered');
    expect((await taxNexus.handler(new Request(`${at}/runs/${id}`))).status).toBe(403);
  });

  it("shows a user of Shopify's admin the storefront of the token's shop, and no other", async () => {
    const { another } = await aPlugin();
    const aShop = (shop: string) => shopify({ shop, accessToken: 'shpat_unused', webhookSecrets: [] });
    const storefronts = { 'us-store': aShop('acme.myshopify.com'), 'eu-store': aShop('beta.myshopify.com') };
    const taxNexus = another({
      storefronts,
      authorize: shopifyAdminUser({ clientId: adminClientId, clientSecret: adminSecret }),
    });
    const seenBy = async (shop: string) => {
      const authorization = `Bearer ${signedIdToken(idTokenClaims(Date.now(), shop))}`;
      const response = await taxNexus.handler(new Request(`${at}/new`, { headers: { authorization } }));
      const [, policy] = /frame-ancestors (.*)$/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
      const storefronts = [...(await response.text()).matchAll(/name="storefront" value="([\w-]+)"/g)];
      return [response.status, policy, storefronts.map(([, name]) => name)];
    };
    const admin = 'https://admin.shopify.com';
    expect(await seenBy('acme.myshopify.com')).toStrictEqual([
      200,
      `https://acme.myshopify.com ${admin}`,
      ['us-store'],
    ]);
    expect(await seenBy('beta.myshopify.com')).toStrictEqual([
      200,
      `https://beta.myshopify.com ${admin}`,
      ['eu-store'],
    ]);
    expect(await seenBy('gone.myshopify.com')).toStrictEqual([403, `https://gone.myshopify.com ${admin}`, []]);
    const forged = signedIdToken(idTokenClaims(Date.now()), 'shpss_OTHER');
    const refused = await taxNexus.handler(new Request(at, { headers: { authorization: `Bearer ${forged}` } }));
    expect(refused.status).toBe(401);
  });

  it('names each cause that stopped a run, with its remedy', async () => {
    const { another, shop } = await aPlugin();
    const refused = shopify({
      shop: shop.domain,
      accessToken: 'shpat_of_yesterday',
      webhookSecrets: [],
      apiOrigin: shop.origin,
    });
    const storefronts = { 'us-store': refused, 'eu-store': refused };
    const taxNexus = another({ storefronts, authorize: () => ({ name: 'Ada' }) });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    const here = await last(taxNexus.historicalSync.watch(id));
    const otherStorefronts = another({ storefronts, authorize: () => ({ name: 'Ada' }) });
    for (const plugin of [taxNexus, otherStorefronts]) {
      const shown = await (await plugin.handler(new Request(`${at}/runs/${id}`))).text();
      for (const name of ['us-store', 'eu-store'])
        expect(shown).toContain(`<p>${name}: Shopify does not accept the access token (401)`);
    }
    expect((await last(otherStorefronts.historicalSync.watch(id))).stops).toStrictEqual(here.stops);
  });

  it.each([
    'admin.shopify.com',
    "https://admin.shopify.com; script-src 'unsafe-inline'",
    'http://admin.shopify.com',
    '*',
  ])('is not framed by what is no origin: %s', async (ancestor) => {
    const { taxNexus } = await aPlugin({ authorize: () => ({ name: 'Ada' }), frameAncestors: [ancestor] });
    await expect(taxNexus.historicalSync.report()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      problems: [{ path: 'frameAncestors' }],
    });
  });

  it('retries one entry that is named', async () => {
    const { taxNexus } = await aPlugin({ authorize: () => ({ name: 'Ada' }) }, { shop: { orders: 120 } });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    const before = await taxNexus.historicalSync.report(id);
    await taxNexus.historicalSync.retry(id, { entryId: 'unknown' });
    await last(taxNexus.historicalSync.watch(id));
    expect(await taxNexus.historicalSync.report(id)).toMatchObject({ held: before.held, succeeded: before.succeeded });
  });
});
