/** The public face of the Shopify connector: storefronts, their access tokens, and the user of the Shopify admin. */
export type { OrderContext } from './to-sale/identity.ts';
export { orderToResult } from './to-sale/order-to-sale.ts';
export { orderToSale } from './to-sale/order-to-sale.ts';
export { decodeOrder, type Order } from './records/order.ts';
export { ordersOfBulkLines } from './bulk/bulk-lines.ts';
export { type ReadingMode, readingModes } from './read/reading-mode.ts';
export { settingsProblem } from './settings-problem.ts';
export type { AccessToken, ShopifyCredentials, ShopifySettings, TokenFunction, TokenRequest } from './settings.ts';
export { shopifyConnector } from './connector.ts';
export type { Credential, ShopifyOptions } from './options.ts';
export { shopify } from './shopify.ts';
export { type ShopRow, shopifySessions, type ShopifySessionsOptions } from './directory.ts';
export { type SessionTokens, tokenFromSessions } from './client/session-tokens.ts';
export type { SessionTokenOptions } from './client/session-token-options.ts';
export type { TokenMigration } from './client/migrate-token.ts';
export { tokenByClientCredentials } from './client/shopify-library.ts';
export { type ShopifyAdminOptions, shopifyAdminUser, type ShopifyAdminUser } from './admin/admin-user.ts';
