import Koa from 'koa';
import { toNode } from 'tax-nexus-sync/node';
import { taxNexus } from '../tax-nexus.mjs';

const app = new Koa();
const answer = toNode(taxNexus);
app.use(async (context, next) => {
  if (/^\/tax-nexus(\/|$)/.test(context.path)) {
    context.respond = false; // the plugin answers
    answer(context.req, context.res);
  } else await next();
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
