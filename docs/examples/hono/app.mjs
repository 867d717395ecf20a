import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { taxNexus } from '../tax-nexus.mjs';

const app = new Hono();
app.all('/tax-nexus/*', ({ req }) => taxNexus.handler(req.raw));

await taxNexus.start();
const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, () => {
  console.log('listening on', server.address());
});

process.once('SIGTERM', async () => {
  server.close();
  await taxNexus.stop({ drainMs: 10_000 });
  if ('closeAllConnections' in server) server.closeAllConnections();
});
