/**
 * Answers a request from the Shopify admin without a valid ID token, so that the screen fetches a fresh one or says why it
 * cannot.
 */
import { randomBytes } from 'node:crypto';
import { isShopDomain } from '../settings-problem.ts';
import type { IdTokenProblem } from './id-token.ts';

/** Shopify requires this address: App Bridge may not be served from another one. */
export const appBridge = 'https://cdn.shopify.com/shopifycloud/app-bridge.js';

/** Marks a document that was loaded again with a token, so that a token which is never accepted cannot loop. */
export const retried = 'id_token_retry';

const shopifyAdmin = 'https://admin.shopify.com';

/** The origins that may show the pages of a shop in a frame. */
export const ancestorsOf = (shop: string): readonly string[] => [`https://${shop}`, shopifyAdmin];

const open = 'This page opens in the Shopify admin. Open the app there.';

/** Gets a token, and loads the same address with it. Outside the admin, App Bridge never gives one. */
const reload = `
document.addEventListener('DOMContentLoaded',async()=>{
const fail=()=>{document.querySelector('p').textContent='${open}'};
setTimeout(fail,8000);
try{const url=new URL(location.href);
url.searchParams.set('id_token',await shopify.idToken());
url.searchParams.set('${retried}','1');
location.replace(url)}catch{fail()}});
`.replaceAll('\n', '');

/** The page for a document without a valid token: App Bridge fetches one, and the document is loaded again. */
export const bouncePage = (request: Request, clientId: string): Response =>
  page(
    request,
    200,
    `<meta name="shopify-api-key" content="${escaped(clientId)}"><script src="${appBridge}"></script><script>${reload}</script>`,
    `<p>Loading…</p><noscript>${open} It needs JavaScript.</noscript>`,
  );

const remedies: Readonly<Record<IdTokenProblem, string>> = {
  form: 'it is damaged',
  signature: 'it is not signed with the client secret of this app: check clientSecret',
  app: 'it is for another app: check clientId',
  shop: 'it names no shop',
  time: 'its minute is over or has not begun: check the clock of this server',
};

/** The page for a document whose fresh token is not accepted. */
export const refusedPage = (request: Request, problem: IdTokenProblem): Response =>
  page(request, 403, '', `<p>Shopify's ID token was not accepted; ${remedies[problem]}.</p>`);

/** The response to a script. App Bridge fetches a new token, and sends the request again. */
export const unverified = (): Response =>
  new Response(null, {
    status: 401,
    headers: { 'x-shopify-retry-invalid-session-request': '1', 'cache-control': 'no-store' },
  });

const page = (request: Request, status: number, scripts: string, content: string): Response => {
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${appBridge}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestorsFor(request).join(' ')}`,
  ];
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Historical sync</title>${scripts.replaceAll('<script', `<script nonce="${nonce}"`)}</head><body>${content}</body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
};

/** The `shop` of an address is unverified. It is only used for a page that holds nothing, and if it can be a shop. */
const ancestorsFor = ({ url }: Request): readonly string[] => {
  const [shop = '', ...others] = new URL(url).searchParams.getAll('shop');
  return others.length === 0 && isShopDomain(shop) ? ancestorsOf(shop) : [shopifyAdmin];
};

const escaped = (text: string): string => text.replaceAll(/[^\w.-]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
