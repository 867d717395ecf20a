// server.mjs of an Astro app whose adapter is node({ mode: 'middleware' }): `astro build`, then `node server.mjs`.
import { createServer } from 'node:http';
import { toNode } from 'tax-nexus-sync/node';
import { handler } from './dist/server/entry.mjs';
import { taxNexus } from '../tax-nexus.mjs';

const answer = toNode(taxNexus); // below /tax-nexus; everything else goes on to Astro
const server = createServer((request, response) => {
  answer(request, response, () => handler(request, response));
});

await taxNexus.start();
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log('listening on', server.address());
});

process.once('SIGTERM', async () => {
  server.close();
  await taxNexus.stop({ drainMs: 10_000 });
  server.closeAllConnections();
});
