/** Shopify's own analytics. Needs `read_reports` and level 2 of protected customer data. */
export const salesReport = `
query SalesReport($query: String!) {
  shop { currencyCode }
  shopifyqlQuery(query: $query) {
    tableData {
      columns { name }
      rows
    }
    parseErrors
  }
}`;
