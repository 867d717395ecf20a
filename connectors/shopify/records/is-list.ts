/** Whether the value is a list, of whatever. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
