/** Milliseconds before each answer of the sample account. */
export const latencyMs = 100;
