/** Which orders a person means by "#1001": names repeat, and the search finds parts of names as well. */
export const ordersByName = `
query OrdersByName($query: String!) {
  orders(first: 10, query: $query) {
    nodes { id name }
  }
}`;
