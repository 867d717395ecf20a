/** Whether the value is an object, and neither a list nor null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a field is neither missing nor null. */
export const isGiven = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
