// app/routes/tax-nexus.$.jsx: all topics of shopify.app.toml go to /tax-nexus/webhooks/shopify.
import { taxNexus } from '../shopify.server.mjs';

export const loader = ({ request }) => taxNexus.handler(request);
export const action = ({ request }) => taxNexus.handler(request);
