/** The number of the configured key that a request carries as `Authorization: Bearer <key>`; -1 for none of them. */
export const apiKeyOf = (keys: readonly string[], authorization: string | undefined): number => {
  const match = /^Bearer +(.+)$/i.exec(authorization ?? '');
  return keys.indexOf(match?.[1] ?? '');
};
