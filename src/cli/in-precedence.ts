/** Storefronts in the configuration's order, which is their precedence; unknown names stay, to be complained about. */
export const inPrecedence = (
  configured: readonly string[],
  wanted: readonly string[] | undefined,
): readonly string[] =>
  wanted === undefined
    ? configured
    : [...configured.filter((name) => wanted.includes(name)), ...wanted.filter((name) => !configured.includes(name))];
