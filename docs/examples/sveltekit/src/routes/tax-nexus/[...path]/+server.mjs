// src/routes/tax-nexus/[...path]/+server.js
import { taxNexus } from '../../../lib/server/tax-nexus.mjs';

export const GET = ({ request }) => taxNexus.handler(request);
export const POST = GET;
