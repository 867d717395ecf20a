// app/shopify.server.js of the Shopify app template for Remix, with the plugin added. Its other files are those of the
// example for React Router.
import '@shopify/shopify-app-remix/adapters/node';
import { shopifyApi } from '@shopify/shopify-api';
import { ApiVersion, AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server';
import { sessionStorage } from '../../sessions.mjs';
import { taxNexusOf } from '../../tax-nexus.mjs';

const app = {
  apiKey: process.env.SHOPIFY_API_KEY,
  apiSecretKey: process.env.SHOPIFY_API_SECRET,
  apiVersion: ApiVersion.July26,
  scopes: process.env.SCOPES?.split(','),
};

export const { authenticate } = shopifyApp({
  ...app,
  appUrl: process.env.SHOPIFY_APP_URL,
  authPathPrefix: '/auth',
  distribution: AppDistribution.AppStore,
  sessionStorage,
  future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  hooks: {
    // Adds the shop now, and not only when the plugin lists the table again.
    afterAuth: () => taxNexus.storefronts.refresh(),
  },
});

// The template's object does not show its shopifyApi object, so the plugin gets one of the same app.
const api = shopifyApi({ ...app, hostName: new URL(process.env.SHOPIFY_APP_URL).host, isEmbeddedApp: true });

// The template's development server loads this file again after every change, so the first plugin is kept.
export const taxNexus = (globalThis.taxNexus ??= taxNexusOf(api));
