import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './an-app.ts';

/** Session storage in a file, as another package than the app's own would write it. */
const sessions = `
import { Session } from '@shopify/shopify-api';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const file = new URL('./sessions.json', import.meta.url);
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const write = (sessions) => {
  const part = new URL('./sessions.' + process.pid, import.meta.url);
  writeFileSync(part, JSON.stringify(sessions));
  renameSync(part, file);
};
export const sessionStorage = {
  loadSession: async (id) => (id in read() ? Session.fromPropertyArray(read()[id], true) : undefined),
  storeSession: async (session) => {
    const kept = session.toPropertyArray(true).filter(([key]) => process.env.KEEPS_REFRESH !== 'no' || !key.startsWith('refresh'));
    write({ ...read(), [session.id]: kept });
    return true;
  },
  deleteSession: async (id) => {
    const { [id]: _, ...others } = read();
    write(others);
    return true;
  },
};
`;

const configuration = (origin: string, service: string): string => `
import '@shopify/shopify-api/adapters/node';
import { shopifyApi } from '@shopify/shopify-api';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { tokenFromSessions } from 'tax-nexus-sync/shopify';
import { sessionStorage } from './sessions.mjs';

setAbstractFetchFunc((url, init) => fetch('${origin}' + new URL(url).pathname, init));
const shopify = shopifyApi({
  apiKey: 'client-1', apiSecretKey: 'CANARY-secret', apiVersion: '2026-07', hostName: 'app.example', isEmbeddedApp: true,
  logger: { level: 3, httpRequests: true, log: (_, line) => console.error(line) },
});
export default {
  service: { baseUrl: '${service}', apiKey: 'sandbox-key' },
  state: 'sqlite:./book.db',
  storefronts: {
    'us-store': {
      connector: 'shopify',
      shop: 'acme.myshopify.com',
      accessToken: tokenFromSessions({ shopify, sessionStorage }),
      apiOrigin: '${origin}',
    },
    fixed: { connector: 'shopify', shop: 'fixed.myshopify.com', accessToken: 'shpat_fixed', apiOrigin: '${origin}' },
  },
};
`;

/** Fields of a session of acme.myshopify.com. */
export type StoredSession = Readonly<Record<string, string | number | boolean>>;

/** Writes the configuration of an app whose session storage is the file \`sessions.json\`, with one session in it. */
export const writeAppWithSessions = (
  { folder }: App,
  { origin, service, session }: { readonly origin: string; readonly service: string; readonly session: StoredSession },
): void => {
  const id = 'offline_acme.myshopify.com';
  const whole = { id, shop: 'acme.myshopify.com', state: '', isOnline: false, ...session };
  writeFileSync(join(folder, 'sessions.mjs'), sessions);
  writeFileSync(join(folder, 'sessions.json'), JSON.stringify({ [id]: Object.entries(whole) }));
  writeFileSync(join(folder, 'tax-nexus.config.mjs'), configuration(origin, service));
};
