/** Whether a field has a value: neither missing, because nobody asked for it, nor null. */
export const isGiven = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined;
