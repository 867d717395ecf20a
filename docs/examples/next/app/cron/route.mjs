// app/cron/route.js, in place of instrumentation.js where functions come and go: call it every minute by a scheduler.
import { taxNexus } from '../../lib/tax-nexus.mjs';

export const GET = async (request) => {
  if (request.headers.get('authorization') !== `Bearer ${process.env.CRON_SECRET}`) {
    return new Response(null, { status: 401 });
  }
  const { resyncRequests, isDone } = await taxNexus.tick({ budgetMs: 25_000 });
  return Response.json({ resyncRequests, isDone });
};
