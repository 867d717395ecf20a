// Made by scripts/prune-admin-schema.mjs from admin_2026-10.json.gz of @shopify/dev-mcp@1.16.0 (ISC license). Do not edit.
import { adminSchema2026_07 } from './admin-2026-07.ts';

/** Shopify's Admin schema of version 2026-10: that of 2026-07 with what differs. */
export const adminSchema2026_10: string = adminSchema2026_07.replace(
  '  FULFILLED\n',
  '  FULFILLED\n  FULFILLMENT_NOT_REQUIRED\n',
);
