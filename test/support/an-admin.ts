import type { BrowserContext, Page } from 'playwright-core';
import { idTokenClaims, signedIdToken } from './an-id-token.ts';

/** The admin of one shop, in a browser. */
export interface Admin {
  /** Opens the app in its frame, with a token or, as after a link of the app's own pages, without one. */
  readonly open: (page: Page, address: string, hasToken?: boolean) => Promise<void>;
  /** How many tokens were asked for through App Bridge. */
  readonly issued: () => number;
}

const adminOrigin = 'https://admin.shopify.com';

/** What Shopify serves as App Bridge: a token comes from the page around the frame, and requests of the app's origin carry it. */
const appBridge = `
(() => {
  const clientId = document.querySelector('meta[name="shopify-api-key"]').content;
  if (document.querySelector('script') !== document.currentScript) throw new Error('App Bridge must be the first script');
  const waiting = new Map();
  let last = 0;
  addEventListener('message', ({ origin, data }) => {
    if (origin !== '${adminOrigin}') return;
    waiting.get(data.id)?.(data.token);
    waiting.delete(data.id);
  });
  const idToken = () => new Promise((resolve) => {
    last += 1;
    waiting.set(last, resolve);
    parent.postMessage({ id: last, clientId }, '${adminOrigin}');
  });
  window.shopify = { idToken };
  const { fetch } = window;
  window.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (new URL(input, location.href).origin === location.origin && !headers.has('authorization'))
      headers.set('authorization', 'Bearer ' + await idToken());
    return fetch(input, { ...init, headers });
  };
})();
`;

const adminPage = (frame: string): string => `<!doctype html><html lang="en"><head><title>Shopify</title>
<style>body{margin:0;background:#1a1a1a}iframe{border:0;width:100%;height:calc(100vh - 48px);margin-top:48px;background:#fff}</style>
</head><body><iframe allow="local-network-access" title="App" src="${frame.replaceAll('&', '&amp;')}"></iframe><script>
addEventListener('message', async ({ source, origin, data }) => {
  source.postMessage({ id: data.id, token: await issueToken(data.clientId) }, origin);
});
</script></body></html>`;

/**
 * Stands for Shopify's admin and for the server of App Bridge, at their real addresses: the policies of the pages are those of
 * production.
 *
 * @param now of Shopify, in milliseconds since 1970
 */
export const anAdmin = async (
  context: BrowserContext,
  shop: string,
  secret: string,
  now: () => number,
): Promise<Admin> => {
  let issued = 0;
  let frame = '';
  const token = (clientId: string): string => signedIdToken({ ...idTokenClaims(now(), shop), aud: clientId }, secret);
  await context.grantPermissions(['local-network-access'], { origin: adminOrigin });
  await context.exposeFunction('issueToken', (clientId: string) => {
    issued += 1;
    return token(clientId);
  });
  await context.route(`${adminOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: adminPage(frame) }),
  );
  await context.route('https://cdn.shopify.com/shopifycloud/app-bridge.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: appBridge }),
  );
  return {
    issued: () => issued,
    open: async (page, address, hasToken = true) => {
      const url = new URL(address);
      if (hasToken) {
        const host = Buffer.from(`admin.shopify.com/store/${shop.split('.', 1)[0] ?? ''}`).toString('base64url');
        const given = { embedded: '1', shop, host, id_token: token('client-1') };
        for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
      }
      frame = url.href;
      await page.goto(`${adminOrigin}/store/acme/apps/tax-nexus`);
    },
  };
};
