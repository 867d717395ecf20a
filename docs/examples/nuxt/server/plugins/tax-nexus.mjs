// server/plugins/tax-nexus.js of a Nuxt or Nitro app: the plugin starts with the server, and ends with it.
import { taxNexus } from '../../../tax-nexus.mjs';

export default defineNitroPlugin((nitro) => {
  void taxNexus.start();
  nitro.hooks.hook('close', () => taxNexus.stop({ drainMs: 10_000 }));
});
