/** An id as digits; undefined for anything else. Whole numbers that a float would damage arrive as texts. */
export const digitsOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? text : undefined;
};
