import { afterAll, describe, expect } from '@jest/globals';
import { shopify } from '../../../connectors/shopify/index.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screenServers } from '../../support/a-screen.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const inBrowser = await aBrowser();
const serve = screenServers();
const folder = temporaryFolder();
const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

const started = async (options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> => {
  const sandbox = await startSandbox(options);
  ending.push(() => sandbox.stop());
  return sandbox;
};

const shopOf = ({ shop: { domain, accessToken, origin } }: Sandbox, taxAccount: string, token = accessToken) =>
  shopify({ shop: domain, accessToken: token, webhookSecrets: [], apiOrigin: origin, taxAccount });

describe('the overview of an accountant', () => {
  inBrowser(
    'begins with the client whose key is refused, and names states that are reached and decisions that are not sent',
    async (visitor) => {
      const today = new Date();
      const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1)).toISOString().slice(0, 10);
      const to = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).toISOString().slice(0, 10);
      const acme = await started({ shop: { orders: 400, days: { from, to }, hasWholesale: true } });
      const zenith = await started({ shop: { orders: 24, seed: 2, domain: 'zenith.myshopify.com' } });
      const taxNexus = createTaxNexus({
        service: { baseUrl: acme.configuration.service.baseUrl },
        accounts: () => ({ apiKey: acme.configuration.service.apiKey }),
        state: `sqlite:${folder}/accounts.db`,
        storefronts: { 'acme-us': shopOf(acme, 'acme'), 'zenith-us': shopOf(zenith, 'zenith', 'revoked') },
        schedule: { catchUp: null, reconcile: null },
        authorize: () => ({ name: 'Ada' }),
      });
      ending.push(() => taxNexus.stop({ drainMs: 2_000 }));
      for (const account of ['acme', 'zenith']) {
        const { id } = await taxNexus.historicalSync.start({ account, from, to });
        await last(taxNexus.historicalSync.watch(id)).catch(() => undefined);
      }
      const decision = { what: 'partially paid', isSent: false, action: 'send', note: '', by: 'Ada' } as const;
      await taxNexus.decisions.decide({ account: 'acme', ...decision });
      const address = await serve(taxNexus);
      const { page, inspect, shoot, overflow, complaints } = await visitor();
      await page.goto(address);
      const rows = page.getByRole('table').getByRole('row');
      const text = async (row: number): Promise<string> => (await rows.nth(row).innerText()).replaceAll(/\s+/g, ' ');
      expect(await text(1)).toMatch(/^zenith Key refused: zenith-us since /);
      expect(await text(2)).toMatch(/^acme 3 sales [\d,.]+ USD 1 sale 228\.06 USD (?:[A-Z]{2}, )*[A-Z]{2} /);
      const heads = await rows.first().getByRole('columnheader').allInnerTexts();
      expect(heads).toEqual(expect.arrayContaining(['Decided, not sent', 'States reached', 'Open months']));
      expect(await inspect()).toStrictEqual([]);
      expect(await overflow()).toBe(0);
      await shoot('screen-accounts');
      expect(complaints).toStrictEqual([]);
    },
  );
});
