import type { ShopifySettings } from './settings.ts';

const shopDomain = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** Whether a text is the permanent domain of a shop, in lower case. */
export const isShopDomain = (text: string): boolean => shopDomain.test(text);

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

const originProblem = (origin: string): string | undefined => {
  const problem = 'apiOrigin must be an origin such as https://proxy.example, or http:// for this machine';
  if (!URL.canParse(origin)) return problem;
  const url = new URL(origin);
  const isPlainOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname));
  return isPlainOrigin && isSafe ? undefined : problem;
};

/**
 * Describes what is wrong with the settings; undefined when they are valid. Nothing is sent to a host that fails this check:
 * the request would carry a token.
 */
export const settingsProblem = ({
  shop,
  apiOrigin,
}: Pick<ShopifySettings, 'shop' | 'apiOrigin'>): string | undefined => {
  if (!isShopDomain(shop)) return 'shop must be the permanent domain of the shop, such as acme.myshopify.com';
  return apiOrigin === null ? undefined : originProblem(apiOrigin);
};
