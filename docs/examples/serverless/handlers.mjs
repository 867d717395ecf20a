// Functions that live for 10 seconds a call (AWS Lambda, Vercel, Cloud Run jobs) over PostgreSQL. No process runs on.
import { Pool } from 'pg';
import { createTaxNexus } from 'tax-nexus-sync';
import { shopify } from 'tax-nexus-sync/shopify';

const { env } = process;

const taxNexus = createTaxNexus({
  service: { baseUrl: env.TAX_NEXUS_URL, apiKey: env.TAX_NEXUS_API_KEY },
  // Your app's own pool: it is used, and never ended. With IAM, its `password` is a function.
  state: new Pool({ connectionString: env.DATABASE_URL, max: 2 }),
  worker: 'tick', // historicalSync.start only records a run
  schedule: { reconcile: null }, // does not fit into 10 seconds: run `tax-nexus reconcile` where there is more time
  storefronts: {
    'us-store': shopify({
      shop: env.SHOPIFY_SHOP,
      accessToken: env.SHOPIFY_TOKEN,
      webhookSecrets: [env.SHOPIFY_SECRET],
      apiOrigin: env.SHOPIFY_API_ORIGIN, // for the sandbox alone
      since: env.TAX_NEXUS_SINCE,
    }),
  },
});

/** For webhooks, and the screen: stores a webhook and returns. */
export const onRequest = taxNexus.handler;

/** For a scheduler, every minute: webhooks first, then schedules, then the next pages of historical syncs. */
export const onSchedule = () => taxNexus.tick({ budgetMs: 7_000 });

/** For your own page: `{ from: '2026-01-01', to: '2026-03-31' }`. */
export const startHistory = ({ from, to }) => taxNexus.historicalSync.start({ from, to });

/** How far it is. */
export const progressOf = async ({ id }) => {
  for await (const progress of taxNexus.historicalSync.watch(id)) return progress;
};
