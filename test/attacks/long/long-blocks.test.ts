import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longestBlock } from '../../../bench/blocks/longest-block.ts';
import { fillStore, runId } from '../../../bench/screen/fill-store.ts';
import { shopify } from '../../../connectors/shopify/index.ts';
import { createTaxNexus, type TaxNexus } from '../../../src/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { Table } from '../../../src/web/screen/parts/table.tsx';
import { render } from '../../../src/web/screen/render.ts';
import { aLiveShop } from '../../support/a-live-shop.ts';
import { theSale } from '../../support/a-live-world.ts';
import { last } from '../../support/a-plugin.ts';
import { silent } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { serveTaxService } from '../../support/serve-tax-service.ts';

/** Sales of a database, and eight times as many. */
const sizes = [1_000, 8_000] as const;

/** Milliseconds of CPU that a machine may add, by its garbage collection or by code that it compiles. */
const noise = 30;

/** Of all sales of the shop. */
const days = { from: '2026-01-01', to: '2026-03-31' };

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

const lines = file(`/runs/${runId}/lines.csv`);
const tenExports = async (taxNexus: TaxNexus<'us-store'>): Promise<unknown> =>
  Promise.all(Array.from({ length: 10 }, () => exported(taxNexus)));

const decidedAndUndone = async ({ decisions }: TaxNexus<'us-store'>): Promise<void> => {
  const what = 'adjustment: refund';
  const { batch, count } = await decisions.decide({ what, isSent: true, action: 'accept', note: 'seen', by: 'Ada' });
  expect(count).toBeGreaterThan(10);
  expect(await decisions.undo({ batch })).toMatchObject({ undone: count });
};

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

  it('with a decision on many and its undoing: eight times the sales make no longer block', async () => {
    const few = await blockOf(opened[0], decidedAndUndone);
    expect(await blockOf(opened[1], decidedAndUndone)).toBeLessThan(1.5 * few + noise);
  });

  it('with a page of a large table: its rows leave in turns of the event loop', async () => {
    const cells = Array.from({ length: 15 }, (_, at) => ({ head: `${at}`, cell: (row: number) => `${row + at}` }));
    const rows = Array.from({ length: 4_000 }, (_, row) => row);
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const written = await render(Table({ caption: 'sums', rows, columns: cells }));
    isOver = true;
    expect(written.split('<tr ')).toHaveLength(rows.length + 2);
    expect(turns).toBeGreaterThan(4);
  });
});

/** A shop of so many sales, what syncs and proves them, and the longest block of both. */
const blocksOfSync = async (
  count: number,
  attempt = 1,
): Promise<{ readonly sync: number; readonly reconcile: number }> => {
  const shop = aLiveShop(systemClock, { latency: 0, pageSize: 100 });
  for (let n = 1; n <= count; n += 1) shop.put(theSale(n));
  const service = memoryTaxService({ clock: systemClock });
  const server = await serveTaxService(service.service, 'key');
  const taxNexus = createTaxNexus({
    service: { baseUrl: server.origin, apiKey: 'key' },
    state: `sqlite:${join(folder, `synced-${count}-${attempt}.db`)}`,
    storefronts: { shop: { policy: defaultPolicy, since: '2020-01-01', open: () => shop.connector } },
    logger: silent,
  });
  try {
    const sync = await longestBlock(async () => {
      const { id } = await taxNexus.historicalSync.start(days);
      expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ status: 'finished', considered: count });
    });
    expect(service.journal).toHaveLength(count);
    const reconcile = await longestBlock(async () => {
      const [proof] = await taxNexus.reconcile(days);
      expect(proof).toMatchObject({ compared: { transactions: count } });
    });
    return { sync, reconcile };
  } finally {
    await taxNexus.stop();
    await server.close();
  }
};

describe('what reads a platform and the service', () => {
  it('keeps no host waiting: eight times the sales make no longer block of a sync, nor of a proof', async () => {
    const few = await blocksOfSync(100);
    // The second time without what the runtime did by chance the first time.
    const many = [await blocksOfSync(800, 1), await blocksOfSync(800, 2)];
    expect(Math.min(...many.map(({ sync }) => sync))).toBeLessThan(1.5 * few.sync + noise);
    expect(Math.min(...many.map(({ reconcile }) => reconcile))).toBeLessThan(1.5 * few.reconcile + noise);
  });
});
