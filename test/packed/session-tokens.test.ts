import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTaxService, type TaxServiceStandIn } from '../../src/sandbox/tax-service/start-tax-service.ts';
import { type Asked, shopAccess, withShop } from '../connectors/shopify/a-shop.ts';
import { tokenEndpoint, tokenPath } from '../connectors/shopify/a-token-endpoint.ts';
import { apps, runIn } from '../support/an-app.ts';
import { writeAppWithSessions } from '../support/app-with-sessions.ts';

const anApp = apps();
const main = 'node_modules/tax-nexus-sync/dist/src/cli/main.js';
let service: TaxServiceStandIn;

beforeAll(async () => {
  service = await startTaxService();
});
afterAll(() => service.stop());

const refreshesIn = (asked: readonly Asked[]): number =>
  asked.filter(({ operation }) => operation === tokenPath).length;

describe('three processes of an app with one session storage and one sync database', () => {
  it('refresh a token once, and read with the new one', async () => {
    const app = await anApp({ type: 'module' });
    const endpoint = tokenEndpoint();
    let at = '';
    await withShop(
      (asked) => {
        if (asked.operation === tokenPath) return endpoint.answer(asked);
        return endpoint.accepts(asked.token) ? shopAccess() : { status: 401 };
      },
      async (_, asked) => {
        const session = { accessToken: 'CANARY-access-1', expires: Date.now() - 1, refreshToken: 'CANARY-refresh-1' };
        writeAppWithSessions(app, { origin: at, service: service.origin, session });
        const all = await Promise.all([1, 2, 3].map(() => runIn(app, [main, 'check'])));
        for (const { out, err } of all) {
          expect(out).toContain('us-store\n  ok    account: acme.myshopify.com');
          expect(out + err).not.toContain('CANARY');
        }
        expect(refreshesIn(asked)).toBe(1);
        expect(readFileSync(join(app.folder, 'sessions.json'), 'utf8')).toContain('CANARY-refresh-2');
      },
      (origin) => {
        at = origin;
        return {};
      },
    );
  }, 120_000);
});
