// src/hooks.server.js
import { taxNexus } from './lib/server/tax-nexus.mjs';

export const init = async () => {
  await taxNexus.start();
  process.once('SIGTERM', () => taxNexus.stop({ drainMs: 10_000 }));
};
