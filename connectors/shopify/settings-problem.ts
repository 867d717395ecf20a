import type { ShopifySettings } from './settings.ts';

const shopDomain = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** Whether a text is the permanent domain of a shop, in lower case: nothing before or after it. */
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

/** What is wrong with the domain of a shop as it was pasted, and what to write instead; undefined when nothing is. */
export const shopProblem = (shop: string): { readonly problem: string; readonly remedy: string } | undefined => {
  if (isShopDomain(shop)) return undefined;
  const remedy = "Write the shop's own domain, such as acme.myshopify.com";
  if (/(?:^|\/)admin\.shopify\.com/.test(shop)) {
    return {
      problem: "it is an address of Shopify's admin",
      remedy: `${remedy}: the name behind /store/, with .myshopify.com`,
    };
  }
  if (/[/:]/.test(shop))
    return { problem: 'it is a web address', remedy: `${remedy}, without https:// and without a path` };
  if (/^[a-z0-9-]+$/.test(shop)) return { problem: 'it is a name without a domain', remedy };
  return { problem: 'it is not a myshopify.com domain', remedy: `${remedy}, which stands under Settings, Domains` };
};

/**
 * Describes what is wrong with the settings; undefined when they are valid. Nothing is sent to a host that fails this check:
 * the request would carry a token.
 */
export const settingsProblem = ({
  shop,
  apiOrigin,
}: Pick<ShopifySettings, 'shop' | 'apiOrigin'>): string | undefined => {
  const wrong = shopProblem(shop);
  if (wrong !== undefined) {
    const { problem, remedy } = wrong;
    return `shop must be the permanent domain of the shop${shop === '' ? '' : `; ${problem}`}. ${remedy}`;
  }
  return apiOrigin === null ? undefined : originProblem(apiOrigin);
};
