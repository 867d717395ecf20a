// app/routes/tax-nexus.$.jsx of the Shopify app template (React Router): the handler verifies by itself.
import { taxNexus } from '../tax-nexus.server.mjs';

export const loader = ({ request }) => taxNexus.handler(request);
export const action = ({ request }) => taxNexus.handler(request);
