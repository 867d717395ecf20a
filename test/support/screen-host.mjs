/*
 * A host's app in a separate process, so that a test can kill it: the screen and the webhooks. It gets everything as
 * one JSON object: where the built sources lie, the port, the sync database, the service, the shop, and whether it is started.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { built, port, state, service, shop, isStarted } = JSON.parse(process.argv[2] ?? '{}');
const load = (path) => import(pathToFileURL(join(built, path)).href);
const { createTaxNexus } = await load('src/app/create-tax-nexus.js');
const { toNode } = await load('src/adapters/node.js');
const { shopify } = await load('connectors/shopify/index.js');

const taxNexus = createTaxNexus({
  service,
  state,
  storefronts: { 'us-store': shopify(shop) },
  schedule: { catchUp: null, reconcile: null },
  authorize: () => ({ name: 'Ada' }),
});
if (isStarted) await taxNexus.start();
const server = createServer(toNode(taxNexus));
server.listen(port, '127.0.0.1', () => console.log(server.address().port));
