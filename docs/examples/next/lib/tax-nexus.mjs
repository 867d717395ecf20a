// Next.js loads this module once for instrumentation.js and once more for the routes. Both have to get the same plugin, so the
// first one is kept where both can see it; the second was never used, and had opened nothing.
import { taxNexus as made } from '../../tax-nexus.mjs';

export const taxNexus = (globalThis.taxNexus ??= made);
