import type { ApiVersion } from '@shopify/shopify-api';

/**
 * The version of the Admin API that every document is written for and that every answer is expected in; one that Shopify's
 * own library knows.
 *
 * Shopify answers a retired version with a newer one instead of refusing it; `check` reports that drift.
 */
export const apiVersion = '2026-07' satisfies `${ApiVersion}`;
