// Made by scripts/prune-admin-schema.mjs from admin_2026-04.json.gz of @shopify/dev-mcp@1.16.0 (ISC license). Do not edit.
import { adminSchema2026_10 } from '../../sandbox/shopify/schema/admin-2026-10.ts';

/** Shopify's Admin schema of version 2026-04: that of 2026-10 with what differs. */
export const adminSchema2026_04: string = adminSchema2026_10
  .replace('  priceAfterAllDiscountsBeforeTaxesSet: MoneyBag!\n', '')
  .replace('  attribution: OrderAttribution\n', '')
  .replace('type OrderAttribution {\n  displayName: String!\n  handle: String!\n}\n\n', '')
  .replace('  FULFILLMENT_NOT_REQUIRED\n', '')
  .replace('  CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE\n', '')
  .replace('  INVENTORY_TRANSFERS_UPDATED\n', '');
