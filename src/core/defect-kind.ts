/**
 * What was thrown, by its kind alone: the message of an error that is not ours may hold whatever its thrower looked up.
 *
 * @example
 * defectKind(new TypeError('no such customer: …')) // "TypeError"
 */
export const defectKind = (thrown: unknown): string =>
  thrown instanceof Error && typeof thrown.name === 'string' ? thrown.name : 'a thrown value';
