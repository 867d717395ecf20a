import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startTaxService } from '../../src/sandbox/tax-service/start-tax-service.ts';
import { apps, runIn } from '../support/an-app.ts';

const anApp = apps();
const service = await startTaxService();
afterAll(() => service.stop());

describe('an app without the package stripe', () => {
  it('learns from the command line how to install it, when it has a Stripe storefront', async () => {
    const app = await anApp({ type: 'module' });
    rmSync(join(app.folder, 'node_modules/stripe'));
    const configuration = {
      service: { baseUrl: service.origin, apiKey: 'sandbox-key' },
      state: 'sqlite:./book.db',
      storefronts: { billing: { connector: 'stripe', secretKey: 'rk_live_x', timeZone: 'America/New_York' } },
    };
    writeFileSync(join(app.folder, 'tax-nexus.config.json'), JSON.stringify(configuration));
    const { code, out } = await runIn(app, ['node_modules/tax-nexus-sync/dist/src/cli/main.js', 'check']);
    expect([code, out]).toStrictEqual([1, expect.stringContaining('is not installed; run npm install stripe')]);
  });
});
