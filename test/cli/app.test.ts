import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';
import { appsOf, imports } from './a-host-app.ts';

const world = cliWorlds();
const anApp = appsOf(world);

// More apps: test/cli/long.
describe('tax-nexus --app', () => {
  it('takes options as well, and the webhooks of its storefronts', async () => {
    const options = `${imports}
      export default {
        service: { baseUrl: env.SERVICE, apiKey: 'tnx_CANARY_KEY' },
        state: \`sqlite:\${env.STATE}\`,
        storefronts: { 'us-store': shop() },
      };`;
    const { run } = await anApp(options, 'options.mts');
    const address = 'https://app.example.com/tax-nexus/webhooks/us-store';
    const words = ['--app', 'options.mts', '--storefront', 'us-store', '--address', address, '--json'];
    const { out, code } = await run(['webhooks', 'status', ...words]);
    expect(JSON.parse(out)).toMatchObject({ storefront: 'us-store', findings: expect.any(Array) });
    expect(code).toBe(1);
  }, 60_000);

  it('that is not there, or stands next to a configuration, is refused', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    expect(await cli(['check', '--app', 'none.ts'])).toMatchObject({ code: 2, err: expect.stringContaining('--app') });
    const both = await cli(['check', '--app', 'none.ts', '--config', 'tax-nexus.config.json']);
    expect(both).toMatchObject({
      code: 2,
      err: expect.stringContaining("'--config <path>' cannot be used with option"),
    });
  });
});
