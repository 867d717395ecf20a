import Koa from 'koa';
import { toNode } from 'tax-nexus-sync/node';
import { taxNexus } from '../tax-nexus.mjs';

const app = new Koa();
const answer = toNode(taxNexus);
app.use((context, next) => {
  if (!/^\/tax-nexus(\/|$)/.test(context.path)) return next();
  context.respond = false; // the plugin answers
  return answer(context.req, context.res);
});

await taxNexus.start();
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log('listening on', server.address());
});

process.once('SIGTERM', async () => {
  server.close();
  await taxNexus.stop({ drainMs: 10_000 });
  server.closeAllConnections();
});
