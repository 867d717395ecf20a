import fastify from 'fastify';
import { toFastify } from 'tax-nexus-sync/fastify';
import { taxNexus } from '../tax-nexus.mjs';

const app = fastify();
await app.register(toFastify(taxNexus), { prefix: '/tax-nexus' }); // in a separate scope: your parsers stay as they are
app.post('/orders', async (request) => ({ got: request.body }));

await taxNexus.start();
console.log(`listening on ${await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' })}`);

process.once('SIGTERM', async () => {
  await taxNexus.stop({ drainMs: 10_000 });
  await app.close();
});
