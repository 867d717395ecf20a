/*
 * An app in TypeScript as a stranger writes it. It is compiled against the packed package by types.test.ts, under four
 * ways of resolving modules, and never run.
 */
import { createServer } from 'node:http';
import {
  ConfigurationError,
  createTaxNexus,
  type Logger,
  type RunProgress,
  TaxNexusError,
  type TaxNexusEvent,
} from 'tax-nexus-sync';
import { parseDateRange, type SourceConnector } from 'tax-nexus-sync/connector';
import { historicalSync, type SyncPorts } from 'tax-nexus-sync/engine';
import { toExpress } from 'tax-nexus-sync/express';
import { toFastify } from 'tax-nexus-sync/fastify';
import { toNode } from 'tax-nexus-sync/node';
import { startSandbox } from 'tax-nexus-sync/sandbox';
import { shopify } from 'tax-nexus-sync/shopify';
import { stripe } from 'tax-nexus-sync/stripe';
import { sourceConnectorPromises } from 'tax-nexus-sync/testing';
import express from 'express';
import { fastify } from 'fastify';

const logger: Logger = console;

export const taxNexus = createTaxNexus({
  service: { baseUrl: process.env['TAX_NEXUS_URL'], apiKey: process.env['TAX_NEXUS_API_KEY'] },
  state: 'sqlite:./tax-nexus.db',
  storefronts: {
    'us-store': shopify({ shop: 'acme.myshopify.com', accessToken: async () => Promise.resolve('token') }),
    billing: stripe({ secretKey: process.env['STRIPE_KEY'], webhookSecrets: [() => 'whsec_1'], timeZone: 'UTC' }),
  },
  schedule: { catchUp: '*/15 * * * *', reconcile: '0 4 * * *' },
  logger,
  onEvent: (event: TaxNexusEvent) => console.log(event.type),
  hooks: { beforePush: (transaction) => (transaction.total === 0n ? 'skip' : transaction) },
});

export const { GET, POST } = taxNexus.handlers;

export const mount = async (): Promise<void> => {
  express().use('/tax-nexus', toExpress(taxNexus));
  await fastify().register(toFastify(taxNexus), { prefix: '/tax-nexus' });
  createServer(toNode(taxNexus)).listen(3000);
  await taxNexus.start();
  process.once('SIGTERM', () => void taxNexus.stop({ drainMs: 10_000 }));
};

export const history = async (): Promise<RunProgress | undefined> => {
  const run = await taxNexus.historicalSync.start({ storefronts: ['us-store'], from: '2025-01-01', to: '2025-12-31' });
  let newest: RunProgress | undefined;
  for await (const progress of taxNexus.historicalSync.watch(run.id)) newest = progress;
  return newest;
};

export const merchants = async (): Promise<void> => {
  const merchant = await taxNexus.storefronts.add('merchant-7', shopify({ shop: 'seven.myshopify.com' }));
  await taxNexus.receive(merchant, { topic: 'orders/paid', deliveryId: '1', payload: {} });
  taxNexus.storefronts.remove(merchant);
  const found = taxNexus.storefronts.find('merchant-7');
  if (found !== undefined) {
    await taxNexus.historicalSync.start({ storefronts: [found], from: '2025-01-01', to: '2025-12-31' });
  }
};

export const storefrontsThatAreNone = async (): Promise<void> => {
  // @ts-expect-error no storefront of this name was configured
  await taxNexus.historicalSync.start({ storefronts: ['eu-store'], from: '2025-01-01', to: '2025-12-31' });
  // @ts-expect-error no storefront of this name was configured
  await taxNexus.receive('bilING', { topic: 'orders/paid', deliveryId: '1', payload: {} });
  // @ts-expect-error no storefront of this name was configured
  taxNexus.storefronts.remove('merchant-7');
};

taxNexus.on('record.failed', ({ storefront, sourceId }) => console.log(storefront, sourceId));
// @ts-expect-error there is no event of this type
taxNexus.on('record.faild', () => undefined);

export const codeOf = (error: unknown): string =>
  error instanceof ConfigurationError
    ? error.problems.map(({ path }) => path).join()
    : error instanceof TaxNexusError
      ? error.code
      : 'unknown';

export const others = [startSandbox, sourceConnectorPromises];

export const ownPipeline = (ports: SyncPorts): unknown => historicalSync(ports);
export const daysOf = (connector: SourceConnector): unknown => [
  connector.platform,
  parseDateRange('2026-01-01', '2026-03-31'),
];
