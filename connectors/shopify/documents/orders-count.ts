/** How many orders there are, beyond the 10,000 at which Shopify stops counting by itself. */
export const ordersCount = `
query OrdersCount($query: String) {
  ordersCount(query: $query, limit: null) {
    count
    precision
  }
}`;
