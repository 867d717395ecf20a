import { accessVariables, orderFields } from './order-fields.ts';

/** One order as it is now; null when the shop has none of that id. */
export const orderById = `
query OrderById(
  $id: ID!${accessVariables}
) {
  order(id: $id) { ...OrderFields }
}${orderFields}`;
