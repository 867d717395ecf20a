/** Ends a bulk operation that nobody waits for any more. */
export const bulkCancel = `
mutation BulkCancel($id: ID!) {
  bulkOperationCancel(id: $id) {
    bulkOperation { id status }
    userErrors { field }
  }
}`;
