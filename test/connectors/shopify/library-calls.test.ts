import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { callLibrary } from '../../../connectors/shopify/client/shopify-library.ts';
import { tokenByClientCredentials } from '../../../connectors/shopify/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { left, right } from '../../support/right.ts';
import { anApp, library, sendLibraryTo } from '../../support/shopify-library.ts';
import { type Asked, type Reply, shopAccess, withShop } from './a-shop.ts';
import { tokenPath } from './a-token-endpoint.ts';

const shop = 'acme.myshopify.com';
const servers: Server[] = [];

const serve = async (listener: RequestListener): Promise<void> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  sendLibraryTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
};

afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

const withApp = async (
  answer: (asked: Asked, nth: number) => Reply,
  use: Parameters<typeof withShop>[1],
): Promise<void> =>
  withShop(answer, use, (origin) => {
    sendLibraryTo(origin);
    return { clock: systemClock, credentials: { accessToken: tokenByClientCredentials({ shopify: anApp().api }) } };
  });

const grant = (nth: number, expires_in = 86_399): Reply => ({
  body: { access_token: `CANARY-token-${nth}`, scope: 'read_orders', expires_in },
});

describe("tokens by client credentials, through the app's object of Shopify's library", () => {
  it('are fetched when first needed, and again when Shopify refuses one', async () => {
    await withApp(
      ({ operation, token }, nth) => {
        if (operation === tokenPath) return grant(nth);
        return token === 'CANARY-token-1' ? { status: 403 } : shopAccess();
      },
      async (connector, asked) => {
        expect(asked).toHaveLength(0);
        right(await connector.account());
        right(await connector.check());
        const grants = asked
          .filter(({ operation }) => operation === tokenPath)
          .map(({ body }): unknown => JSON.parse(body));
        const wanted = { client_id: 'client-1', client_secret: 'CANARY-secret', grant_type: 'client_credentials' };
        expect(grants).toStrictEqual([wanted, wanted]);
      },
    );
  });

  it('are renewed in their last five minutes', async () => {
    await withApp(
      ({ operation }, nth) => (operation === tokenPath ? grant(nth, 299) : shopAccess()),
      async (connector, asked) => {
        right(await connector.account());
        right(await connector.check());
        expect(new Set(asked.map(({ token }) => token))).toContain('CANARY-token-2');
      },
    );
  });

  it.each([
    [400, 'SourceCredentialsRefused'],
    [403, 'SourceCredentialsRefused'],
    [503, 'SourceUnreachable'],
    [429, 'SourceThrottled'],
  ])('%d instead of a token: %s', async (status, tag) => {
    await withApp(
      () => ({ status, body: { error: 'CANARY' } }),
      async (connector) => {
        const error = left(await connector.account());
        expect(error._tag).toBe(tag);
        expect(JSON.stringify(error)).not.toContain('CANARY');
      },
    );
  });
});

describe("the log of an app that logs Shopify's requests", () => {
  const answerRefresh: RequestListener = (_, response) =>
    response.end(JSON.stringify({ access_token: 'CANARY-a', expires_in: 3600, refresh_token: 'CANARY-r', scope: '' }));

  it('gets no token, secret or body of ours, and the app keeps its setting', async () => {
    await serve(answerRefresh);
    const { api, log } = anApp();
    const refresh = (): Promise<unknown> => api.auth.refreshToken({ shop, refreshToken: 'CANARY-refresh' });
    await callLibrary(api, refresh, String);
    await callLibrary(api, () => api.auth.clientCredentials({ shop }), String);
    await callLibrary(
      api,
      () => api.auth.migrateToExpiringToken({ shop, nonExpiringOfflineAccessToken: 'CANARY-p' }),
      String,
    );
    expect(log.lines.join('\n')).toContain('Creating new session');
    expect(log.lines.join('\n')).not.toMatch(/CANARY|HTTP request/);
    expect(api.config.logger).toMatchObject({ httpRequests: true, level: library.LogSeverity.Debug });
  });

  it('would get them from the same call of the app itself, before version 14.0.1', async () => {
    await serve(answerRefresh);
    const { api, log } = anApp();
    await api.auth.refreshToken({ shop, refreshToken: 'CANARY-refresh' });
    const isOld = /version (?:1[23]\.|14\.0\.0)/.test(log.lines.join('\n'));
    expect(log.lines.join('\n').includes('CANARY')).toBe(isOld);
    expect(log.lines.join('\n')).toContain('Making HTTP request');
  });
});

describe('a call of the library', () => {
  it('that gets no answer ends at its deadline', async () => {
    await serve(() => undefined);
    const { api } = anApp();
    const call = callLibrary(api, () => api.auth.clientCredentials({ shop }), String, 50);
    await expect(call).rejects.toMatchObject({ failure: { _tag: 'SourceUnreachable', cause: 'ETIMEDOUT' } });
  });

  it('to a machine that is not there names the code of the network', async () => {
    await serve(() => undefined);
    servers.at(-1)?.close();
    const { api } = anApp();
    const call = callLibrary(api, () => api.auth.clientCredentials({ shop }), String);
    await expect(call).rejects.toMatchObject({
      failure: { _tag: 'SourceUnreachable', cause: 'ECONNREFUSED' },
    });
  });
});
