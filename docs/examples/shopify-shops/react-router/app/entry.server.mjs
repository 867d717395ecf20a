// To be added to app/entry.server.jsx of the template: the plugin starts with the app, and ends with it.
import { taxNexus } from './shopify.server.mjs';

await taxNexus.start();
process.once('SIGTERM', () => taxNexus.stop({ drainMs: 10_000 }));
