/** Checks a shop's domain and API origin, and recognizes the usual mistakes when an address is pasted. */
import { isThisMachine } from '../../src/domain/fields.ts';
import type { ShopifySettings } from './settings.ts';

const shopDomain = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** Whether a text is the permanent domain of a shop, in lower case: nothing before or after it. */
export const isShopDomain = (text: string): boolean => shopDomain.test(text);

/** What is wrong with the domain of a shop as it was pasted; undefined when nothing is. */
export const shopProblem = (shop: string): string | undefined => {
  if (isShopDomain(shop)) return undefined;
  if (/(?:^|\/)admin\.shopify\.com/.test(shop)) {
    return "it is an address of Shopify's admin, in which the name of the shop is behind /store/";
  }
  if (/[/:]/.test(shop)) return 'it is a web address: leave out https:// and the path';
  return /^[a-z0-9-]+$/.test(shop) ? 'it is a name without .myshopify.com' : 'it is not a myshopify.com domain';
};

/**
 * Describes what is wrong with the settings; undefined when they are valid. Nothing is sent to a host that fails this check:
 * the request would carry a token.
 */
export const settingsProblem = ({
  shop,
  apiOrigin,
}: Pick<ShopifySettings, 'shop' | 'apiOrigin'>): string | undefined => {
  const problem = shopProblem(shop);
  if (problem !== undefined) {
    return `shop must be the permanent domain of the shop, such as acme.myshopify.com${shop === '' ? '' : `; ${problem}`}`;
  }
  return apiOrigin === null ? undefined : originProblem(apiOrigin);
};

const originProblem = (origin: string): string | undefined => {
  const problem = 'apiOrigin must be an origin such as https://proxy.example, or http:// for this machine';
  if (!URL.canParse(origin)) return problem;
  const url = new URL(origin);
  const isPlainOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  return isPlainOrigin && isSafe ? undefined : problem;
};
