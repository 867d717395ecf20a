// app/tax-nexus/[[...path]]/route.js of a Next.js app: webhooks, health and readiness.
import { taxNexus } from '../../../lib/tax-nexus.mjs';

export const { GET, POST } = taxNexus.handlers;
