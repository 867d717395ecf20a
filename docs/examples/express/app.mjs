import express from 'express';
import { toExpress } from 'tax-nexus-sync/express';
import { taxNexus } from '../tax-nexus.mjs';

const app = express();
app.use('/tax-nexus', toExpress(taxNexus)); // before express.json(): webhooks are verified over their raw bytes
app.use(express.json());
app.post('/orders', (request, response) => response.json({ got: request.body }));

await taxNexus.start();
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log('listening on', server.address());
});

process.once('SIGTERM', async () => {
  server.close();
  await taxNexus.stop({ drainMs: 10_000 });
  server.closeAllConnections();
});
