/** How far a bulk operation has come, and what it announces about its result. */
export const bulkOperationFields = `
fragment BulkOperationFields on BulkOperation {
  id
  status
  errorCode
  createdAt
  objectCount
  rootObjectCount
  fileSize
  url
}`;
