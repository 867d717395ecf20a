/** A time as GraphQL answers it: in UTC, without fractions of a second. */
export const instantText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
