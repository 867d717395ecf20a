// app/tax-nexus.server.js of the Shopify app template (React Router). Its development server loads this again after every
// change, so the first plugin is kept, as the template keeps its database client.
import { taxNexus as made } from '../../tax-nexus.mjs';

export const taxNexus = (globalThis.taxNexus ??= made);
