// Made by scripts/prune-admin-schema.mjs from admin_unstable.json.gz of @shopify/dev-mcp@1.16.0 (ISC license). Do not edit.
import { adminSchema2026_10 } from '../../sandbox/shopify/schema/admin-2026-10.ts';

/** Shopify's Admin schema of version unstable: that of 2026-10 with what differs. */
export const adminSchemaUnstable: string = adminSchema2026_10
  .replace(
    '  return: Return\n  totalRefundedSet: MoneyBag!\n',
    '  return: Return\n  totalRefundedSet(includeIncompleteTransactions: Boolean = false): MoneyBag!\n',
  )
  .replace(
    '  returnLineItems(after: String, before: String, first: Int, last: Int, processingStatus: ReturnProcessingStatusFilterInput, reverse: Boolean = false): ReturnLineItemTypeConnection!\n',
    '  returnLineItems(after: String, before: String, first: Int, last: Int, processingStatus: ReturnProcessingStatusFilterInput, reverse: Boolean = false): ReturnLineItemConnection!\n',
  )
  .replace(
    '  withCodeDiscountedTotalPriceSet: MoneyBag!\n}\n\n',
    '  withCodeDiscountedTotalPriceSet: MoneyBag!\n}\n\ntype ReturnLineItemConnection {\n  edges: [ReturnLineItemEdge!]!\n  nodes: [ReturnLineItem!]!\n  pageInfo: PageInfo!\n}\n\ntype ReturnLineItemEdge {\n  cursor: String!\n  node: ReturnLineItem!\n}\n\n',
  )
  .replace(
    'type ReturnLineItemTypeConnection {\n  edges: [ReturnLineItemTypeEdge!]!\n  nodes: [ReturnLineItemType!]!\n  pageInfo: PageInfo!\n}\n\ntype ReturnLineItemTypeEdge {\n  cursor: String!\n  node: ReturnLineItemType!\n}\n\n',
    '',
  )
  .replace('enum TaxExemption {\n', 'enum TaxExemption {\n  AUSTRALIA_RESELLER_EXEMPTION\n')
  .replace('  CHECKOUTS_DELETE\n', '  CHECKOUTS_DELETE\n  CHECKOUTS_PAID\n')
  .replace('  PRODUCT_LISTINGS_UPDATE\n', '  PRODUCT_LISTINGS_UPDATE\n  PRODUCT_OPERATIONS_FINISH\n')
  .replace('  THEMES_UPDATE\n', '  THEMES_UPDATE\n  VARIANTS_DELETE\n')
  .replace(
    '  VARIANTS_OUT_OF_STOCK\n',
    '  VARIANTS_OUT_OF_STOCK\n  VARIANT_PUBLICATIONS_CREATE\n  VARIANT_PUBLICATIONS_DELETE\n',
  );
