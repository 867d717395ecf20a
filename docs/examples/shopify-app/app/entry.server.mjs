// To be added to app/entry.server.jsx of the template: the plugin starts with the app, and ends with it.
import { taxNexus } from './tax-nexus.server.mjs';

void taxNexus.start(); // Vite 6 builds no top-level await
process.once('SIGTERM', () => taxNexus.stop({ drainMs: 10_000 }));
