// Sends what Shopify's library asks of shops to a stand-in: `node --import ./divert-shopify.mjs …`.
const { fetch } = globalThis;

globalThis.fetch = (asked, init) => {
  const url = new URL(asked instanceof globalThis.Request ? asked.url : asked);
  const isOfShop = url.hostname.endsWith('.myshopify.com');
  return fetch(isOfShop ? `${process.env.SHOPIFY_API_ORIGIN}${url.pathname}` : asked, init);
};
