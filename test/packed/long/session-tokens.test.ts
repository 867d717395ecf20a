import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTaxService, type TaxServiceStandIn } from '../../../sandbox/tax-service/start-tax-service.ts';
import { type Asked, shopAccess, withShop } from '../../connectors/shopify/a-shop.ts';
import { type TokenEndpoint, tokenEndpoint, tokenPath } from '../../connectors/shopify/a-token-endpoint.ts';
import { type App, apps, runIn } from '../../support/an-app.ts';
import { type StoredSession, writeAppWithSessions } from '../../support/app-with-sessions.ts';

const anApp = apps();
const main = 'node_modules/tax-nexus-sync/dist/src/cli/main.js';
let service: TaxServiceStandIn;

beforeAll(async () => {
  service = await startTaxService();
});
afterAll(() => service.stop());

const refreshesIn = (asked: readonly Asked[]): number =>
  asked.filter(({ operation }) => operation === tokenPath).length;

/** An app with one session in its storage, and the shop that the session is of. */
const withAppOf = async (
  endpoint: TokenEndpoint,
  session: StoredSession,
  use: (app: App, asked: readonly Asked[]) => Promise<void>,
): Promise<void> => {
  const app = await anApp({ type: 'module', also: ['@shopify/shopify-api'] });
  let at = '';
  await withShop(
    (asked) => {
      if (asked.operation === tokenPath) return endpoint.answer(asked);
      return endpoint.accepts(asked.token) ? shopAccess() : { status: 401 };
    },
    async (_, asked) => {
      writeAppWithSessions(app, { origin: at, service: service.origin, session });
      await use(app, asked);
    },
    (origin) => {
      at = origin;
      return {};
    },
  );
};

const storedIn = ({ folder }: App): string => readFileSync(join(folder, 'sessions.json'), 'utf8');

describe('three processes of an app with one session storage and one sync database', () => {
  it('refresh a token once, and read with the new one', async () => {
    const session = { accessToken: 'CANARY-access-1', expires: Date.now() - 1, refreshToken: 'CANARY-refresh-1' };
    await withAppOf(tokenEndpoint(), session, async (app, asked) => {
      const all = await Promise.all([1, 2, 3].map(() => runIn(app, [main, 'check'])));
      for (const { out, err } of all) {
        expect(out).toContain('us-store\n  ok    account: acme.myshopify.com');
        expect(out + err).not.toContain('CANARY');
      }
      expect(refreshesIn(asked)).toBe(1);
      expect(storedIn(app)).toContain('CANARY-refresh-2');
    });
  }, 120_000);
});

describe('tax-nexus shopify migrate-token', () => {
  it('only looks without --yes, then exchanges the token once, and prints no token', async () => {
    const endpoint = tokenEndpoint({ permanent: 'CANARY-permanent' });
    await withAppOf(endpoint, { accessToken: 'CANARY-permanent' }, async (app, asked) => {
      const migrate = async (...words: readonly string[]): Promise<readonly [number | null, string]> => {
        const { code, out, err } = await runIn(app, [main, 'shopify', 'migrate-token', '--storefront', ...words]);
        expect(out + err).not.toContain('CANARY');
        return [code, out + err];
      };
      expect(await migrate('us-store')).toStrictEqual([1, expect.stringContaining('Nothing was changed. With --yes')]);
      expect(asked).toHaveLength(0);
      const lost = await runIn(app, [main, 'shopify', 'migrate-token', '--storefront', 'us-store', '--yes'], {
        KEEPS_REFRESH: 'no',
      });
      expect([lost.code, lost.err]).toStrictEqual([1, expect.stringContaining('does not keep refresh tokens')]);
      expect(await migrate('us-store', '--yes')).toStrictEqual([0, expect.stringContaining('exchanged and stored')]);
      expect(storedIn(app)).toContain('CANARY-refresh-1');
      expect(await migrate('us-store', '--yes')).toStrictEqual([0, expect.stringContaining('nothing to do')]);
      expect(asked).toHaveLength(1);
      expect(await migrate('fixed', '--yes')).toStrictEqual([2, expect.stringContaining('tokenFromSessions')]);
      expect(await migrate('other')).toStrictEqual([2, expect.stringContaining('There is no storefront "other"')]);
    });
  }, 120_000);
});
