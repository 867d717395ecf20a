// src/lib/server/tax-nexus.js
import { taxNexus as made } from '../../../../tax-nexus.mjs';

export const taxNexus = (globalThis.taxNexus ??= made);
