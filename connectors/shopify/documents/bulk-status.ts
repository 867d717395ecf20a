import { bulkOperationFields } from './bulk-operation-fields.ts';

/** One bulk operation as it is now; null when the shop does not know it any more. */
export const bulkStatus = `
query BulkStatus($id: ID!) {
  bulkOperation(id: $id) { ...BulkOperationFields }
}${bulkOperationFields}`;
