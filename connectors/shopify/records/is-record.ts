/** Whether the value is an object with fields, no list and no null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a field has a value: neither missing, because nobody asked for it, nor null. */
export const isGiven = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined;

/** Whether the value is a list, of whatever. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
