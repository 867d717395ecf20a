// server/routes/tax-nexus/[...path].js of a Nuxt or Nitro app
import { taxNexus } from '../../../../tax-nexus.mjs';

export default fromWebHandler((request) => taxNexus.handler(request));
