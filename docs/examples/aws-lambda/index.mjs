import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { taxNexus } from '../tax-nexus.mjs';

const app = new Hono();
app.all('/tax-nexus/*', ({ req }) => taxNexus.handler(req.raw));

/** For a function URL, API Gateway or a load balancer. */
export const handler = handle(app);

/** For EventBridge Scheduler, every minute. */
export const onSchedule = () => taxNexus.tick({ budgetMs: 25_000 });
