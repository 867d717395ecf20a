// @ts-check
import { ledger } from './ledger.mjs';
import { ordersFor } from './orders.mjs';

export default {
  service: { baseUrl: process.env.TAX_NEXUS_URL, apiKey: { env: 'TAX_NEXUS_API_KEY' } },
  storefronts: { ledger: { connector: ledger(ordersFor('good-key')) } },
};
