import { createTaxNexus } from '../../src/index.ts';
import { shopify } from '../../connectors/shopify/index.ts';
import { runId } from '../screen/fill-store.ts';
import { longestBlock } from './longest-block.ts';

/*
 * The longest block of the event loop of each action over a large sync database: `node blocks-process.js <state> [<names>]`. Prints
 * milliseconds by action as JSON: of the first time, which loads code and counts what was never counted, and of later ones.
 */

const [state = '', only = ''] = process.argv.slice(2);
const silent = (): void => undefined;
const taxNexus = createTaxNexus({
  service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'bench' },
  state,
  storefronts: {
    'us-store': shopify({ shop: 'bench.myshopify.com', accessToken: 'bench', webhookSecrets: ['bench'] }),
  },
  authorize: () => ({ name: 'Ada' }),
  logger: { debug: silent, info: silent, warn: silent, error: silent },
});

const drain = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  if (body !== null) for await (const part of body) if (part.length === 0) throw new Error('an empty part');
};

const page =
  (path: string): (() => Promise<void>) =>
  async () => {
    const response = await taxNexus.handler(new Request(`http://127.0.0.1/tax-nexus/screen${path}`));
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await drain(response.body);
  };

const year = { from: '2025-01-01', to: '2025-12-31' };

const exported =
  (format: 'csv' | 'json' | 'xlsx', what: 'transactions' | 'summary' = 'transactions'): (() => Promise<void>) =>
  async () =>
    drain((await taxNexus.export({ ...year, what, format })).body);

const decided = { what: 'adjustment: refund', isSent: true, action: 'accept', note: 'seen', by: 'Ada' } as const;
const run = `/runs/${runId}`;

const actions: Readonly<Record<string, () => Promise<unknown>>> = {
  'first page': page(''),
  thresholds: page('/nexus'),
  'statement of a year': page('/period?from=2026-01-01&to=2026-12-31'),
  months: page('/months'),
  inbox: page('/needs-you'),
  'report of a run': page(run),
  'list of sales': page(`${run}/lines`),
  'search in a run': page(`${run}/lines?text=nothing+like+this`),
  'lines.csv': page(`${run}/lines.csv`),
  'report.json': page(`${run}/report.json`),
  'export, CSV': exported('csv'),
  'export, JSON': exported('json'),
  'export, XLSX': exported('xlsx'),
  'export of sums': exported('csv', 'summary'),
  'ten exports at once': () => Promise.all(Array.from({ length: 10 }, exported('csv'))),
  'decision on many': () => taxNexus.decisions.decide(decided),
  'undo of many': async () => {
    const { items } = await taxNexus.decisions.list({ state: 'decided', limit: 1 });
    const batch = items[0]?.decision?.batch;
    if (batch === undefined) throw new Error('nothing was decided');
    return taxNexus.decisions.undo({ batch });
  },
};

const wanted = only === '' ? Object.keys(actions) : only.split(',');
const rounds = 3;
const blocks = new Map<string, number[]>(wanted.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, measured] of blocks) {
    const action = actions[name];
    if (action === undefined) throw new Error(`There is no action "${name}".`);
    measured.push(await longestBlock(action));
  }
}
const results = Object.fromEntries(
  [...blocks].map(([name, [first = 0, ...later]]) => [name, { first, later: Math.max(...later) }]),
);
await taxNexus.stop();
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
