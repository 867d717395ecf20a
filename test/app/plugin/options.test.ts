import { describe, expect, it } from '@jest/globals';
import { shopify } from '../../../connectors/shopify/index.ts';
import { stripe } from '../../../connectors/stripe/index.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { plugins } from '../../support/a-plugin.ts';

const aPlugin = plugins();
const service = { baseUrl: 'https://service.example', apiKey: 'canary' };
/** What a host without a compiler may write: a storefront as a configuration file has it, and one that is not there. */
const none: readonly (readonly [string, unknown])[] = [
  ['as in a configuration file', { connector: 'shopify', shop: 'acme.myshopify.com', accessToken: 'canary' }],
  ['left undefined by a condition', undefined],
];

describe('the options of a host without a compiler', () => {
  it.each([
    ['missing', {}],
    ['null', { storefronts: null }],
    ['a list', { storefronts: [] }],
  ])('are complained about where the storefronts are %s, by their name', async (_, written) => {
    const taxNexus = createTaxNexus({ service, ...written } as never);
    await expect(taxNexus.start()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      problems: [{ path: 'storefronts' }],
    });
  });

  it.each([
    ['authorization', { authorization: () => null }],
    ['hook', { hook: {} }],
    ['hooks.afterPush', { hooks: { afterPush: () => null } }],
    ['schedules', { schedules: {} }],
  ])('are complained about where one is misspelled, by its name: %s', async (path, written) => {
    const taxNexus = createTaxNexus({ service, storefronts: {}, ...written } as never);
    await expect(taxNexus.start()).rejects.toMatchObject({ code: 'CONFIGURATION', problems: [{ path }] });
  });

  it('are complained about by whatever is asked first, problem by problem', async () => {
    const taxNexus = createTaxNexus({ service: { ...service, baseUrl: 'canary' }, storefronts: {} });
    const complaint = { name: 'ConfigurationError', code: 'CONFIGURATION', problems: [{ path: 'service.baseUrl' }] };
    const { status, decisions, accounts, historicalSync } = taxNexus;
    for (const ask of [status, decisions.open, accounts.overview, historicalSync.list, historicalSync.find])
      await expect(ask()).rejects.toMatchObject(complaint);
  });

  it.each([undefined, null, 'canary'])('are complained about when there are none at all: %s', async (options) => {
    const taxNexus = createTaxNexus(options as never);
    await expect(taxNexus.start()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      problems: [{ path: 'service' }, { path: 'storefronts' }],
    });
  });

  it.each(none)('are complained about when a storefront is %s, before any work begins', async (_, source) => {
    const taxNexus = createTaxNexus({ service, storefronts: { 'us-store': source } } as never);
    await expect(taxNexus.start()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      problems: [{ path: 'storefronts.us-store' }],
      message: expect.stringMatching(/shopify\(\{ … \}\)(?!.*canary)/) as unknown,
    });
  });

  it('may lack their secrets while the app is built: they are complained about at the first use', async () => {
    const unset = process.env['TAX_NEXUS_NOT_SET'];
    const taxNexus = createTaxNexus({
      service: { baseUrl: unset, apiKey: unset },
      storefronts: {
        'us-store': shopify({ shop: unset, accessToken: unset, webhookSecrets: [unset] }),
        billing: stripe({ secretKey: unset, webhookSecrets: [unset] }),
      },
    });
    await expect(taxNexus.start()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      problems: [
        { path: 'service.baseUrl' },
        { path: 'service.apiKey' },
        { path: 'storefronts.us-store', problem: expect.stringContaining('accessToken: it is missing') as unknown },
        { path: 'storefronts.billing', problem: expect.stringContaining('secretKey: it is missing') as unknown },
      ],
    });
    const added = shopify({ shop: 'acme.myshopify.com', accessToken: unset });
    const { taxNexus: running } = await aPlugin();
    await expect(running.storefronts.add('eu-store', added)).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  it('that read test data are named in the log, once the plugin starts', async () => {
    const trial = stripe({ secretKey: 'rk_test_1', apiOrigin: 'http://127.0.0.1:9' });
    const { taxNexus, logged } = await aPlugin({ storefronts: { 'us-store': trial } });
    await taxNexus.start();
    const named = logged.filter((line) => line.includes('reads test data'));
    expect(named).toStrictEqual([expect.stringMatching(/only with a test key of the service\. .*us-store/)]);
  });

  it('are complained about when such a storefront is added while it runs, or looked up', async () => {
    const source = none[0]?.[1] as never;
    const { taxNexus } = await aPlugin({ credentials: () => source });
    const complaint = { code: 'CONFIGURATION', problems: [{ path: 'storefronts.eu-store' }] };
    await expect(taxNexus.storefronts.add('eu-store', source)).rejects.toMatchObject(complaint);
    await expect(taxNexus.storefronts.add('eu-store')).rejects.toMatchObject(complaint);
    expect(taxNexus.storefronts.list()).toStrictEqual(['us-store']);
  });
});
