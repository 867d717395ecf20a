/** Exactly one JSON object on one line. Minor units that are left in it are written as strings. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field))}\n`;
