/** The app's latest bulk operations, newest first, each with the query that it runs. */
export const bulkLatest = `
query BulkLatest {
  bulkOperations(first: 20, sortKey: CREATED_AT, reverse: true) {
    nodes { id status createdAt query }
  }
}`;
