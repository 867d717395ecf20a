/** Which orders a person means by "#1001": names repeat, and the search finds parts of names as well. */
export const ordersByName = `
query OrdersByName($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query) {
    nodes { id name }
    pageInfo { hasNextPage endCursor }
  }
}`;
