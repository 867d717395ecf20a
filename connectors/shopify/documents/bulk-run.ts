/**
 * Starts a bulk operation. Grouped, although that takes Shopify longer: children right behind their order are what lets
 * a result of any size be read in a few megabytes, and be taken up at any byte.
 */
export const bulkRun = `
mutation BulkRun($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id status }
    userErrors { code field }
  }
}`;
