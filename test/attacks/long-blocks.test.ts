import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longestBlock } from '../../bench/blocks/longest-block.ts';
import { fillStore, runId } from '../../bench/screen/fill-store.ts';
import { shopify } from '../../connectors/shopify/index.ts';
import { createTaxNexus, type TaxNexus } from '../../src/index.ts';
import { silent } from '../support/a-sync.ts';

/** Sales of a database, and eight times as many. */
const sizes = [1_000, 8_000] as const;

/** Milliseconds of CPU that a machine may add, by its garbage collection or by code that it compiles. */
const noise = 30;

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-blocks-'));
const opened: TaxNexus<'us-store'>[] = [];

const over = async (sales: number): Promise<TaxNexus<'us-store'>> => {
  const state = `sqlite:${join(folder, `${sales}.db`)}`;
  await fillStore(state, sales);
  const taxNexus = createTaxNexus({
    service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' },
    state,
    storefronts: { 'us-store': shopify({ shop: 'a.myshopify.com', accessToken: 'token', webhookSecrets: ['secret'] }) },
    authorize: () => ({ name: 'Ada' }),
    logger: silent,
  });
  opened.push(taxNexus);
  return taxNexus;
};

beforeAll(async () => {
  for (const sales of sizes) await over(sales);
});
afterAll(async () => {
  for (const taxNexus of opened) await taxNexus.stop();
  rmSync(folder, { recursive: true, force: true });
});

const drain = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  if (body !== null) for await (const part of body) expect(part.length).toBeGreaterThan(0);
};

const file =
  (path: string) =>
  async ({ handler }: TaxNexus<'us-store'>): Promise<void> => {
    const { body, status } = await handler(new Request(`http://localhost/tax-nexus/screen${path}`));
    expect(status).toBe(200);
    await drain(body);
  };

const exported = async (taxNexus: TaxNexus<'us-store'>): Promise<void> =>
  drain((await taxNexus.export({ from: '2024-01-01', to: '2026-12-31' })).body);

const lines = file(`/runs/${runId}/entries.csv`);
const tenExports = async (taxNexus: TaxNexus<'us-store'>): Promise<unknown> =>
  Promise.all(Array.from({ length: 10 }, () => exported(taxNexus)));

/** Of three rounds the shortest: a block that is the work's own is there each time. */
const blockOf = async (
  taxNexus: TaxNexus<'us-store'> | undefined,
  action: (taxNexus: TaxNexus<'us-store'>) => Promise<unknown>,
): Promise<number> => {
  if (taxNexus === undefined) throw new Error('it is not open');
  const blocks: number[] = [];
  for (let round = 0; round < 3; round += 1) blocks.push(await longestBlock(() => action(taxNexus)));
  return Math.min(...blocks);
};

describe('a reader does not keep the event loop of a host', () => {
  it('with the sales of a run as CSV: eight times the sales make no longer block', async () => {
    const few = await blockOf(opened[0], lines);
    expect(await blockOf(opened[1], lines)).toBeLessThan(1.5 * few + noise);
  });

  it('with ten exports at once: they make no block of ten', async () => {
    const one = await blockOf(opened[0], exported);
    expect(await blockOf(opened[0], tenExports)).toBeLessThan(3 * one + noise);
  });
});
