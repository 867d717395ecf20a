// Prints how many of our files and functions run for an order from its page to the commit, for a webhook until its order is
// committed, for a command `sync` of one day, and for a page of the HTTP API. Run it after `npm run build`.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shopify } from '../dist/connectors/shopify/index.js';
import { sampleRange, startSandbox } from '../dist/sandbox/index.js';
import { createTaxNexus } from '../dist/src/app/create-tax-nexus.js';
import { historicalSync } from '../dist/src/pipeline/historical-sync.js';
import { openedCommand } from '../dist/test/support/opened-command.js';
import { right } from '../dist/test/support/right.js';
import { orderPayload, requestOf, shopifySecret, shopifyWebhook } from '../dist/test/support/signed-webhook.js';
import { ofOurs, seen, watch } from './functions-run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-traces-'));
const sandbox = await startSandbox({ shop: { orders: 24 }, state: `sqlite:${join(folder, 'command.db')}` });
const { configuration } = sandbox;
const day = { from: '2025-12-01', to: '2025-12-01' };
const traces = [];
const add = (name, files) => {
  const functions = [...files.values()].reduce((all, count) => all + count, 0);
  traces.push({ trace: name, files: files.size, functions });
};

const written = join(folder, 'tax-nexus.config.json');
writeFileSync(written, JSON.stringify(configuration));
const storefront = 'sample-store';
const coverage = join(folder, 'coverage');
// Not synchronously: the sandbox of this process answers the command.
await promisify(execFile)(
  process.execPath,
  ['dist/src/cli/main.js', 'sync', '--config', written, '--storefront', storefront, '--from', day.from, '--to', day.to],
  { env: { ...process.env, NODE_V8_COVERAGE: coverage } },
);

// The plainest of the pages with one order that was sent, once all is warm.
const opened = await openedCommand({ ...configuration, state: `sqlite:${join(folder, 'order.db')}` });
const pages = [];
let sentBefore = 0;
const sent = () => sandbox.taxService.journal().length;
const crashPoint = (point) => {
  if (point === 'before_page') {
    sentBefore = sent();
    pages.push(watch());
  }
  if (point === 'after_page_commit' && sent() === sentBefore + 1) pages.push(seen());
};
for (const month of ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']) {
  const range = { from: `${month}-01`, to: `${month}-28` };
  right(await historicalSync({ ...opened.ports, crashPoint })({ storefronts: [storefront], range, dryRun: false })());
}
await opened.close();
const sizes = (await Promise.all(pages)).filter((one) => one instanceof Map);
add('an order, from its page to the commit', sizes.sort((a, b) => a.size - b.size)[0]);

const committed = [];
const orders = sandbox.taxService.journal().map(({ id }) => id.split(':')[2]);
const another = await startSandbox({ shop: { orders: 24 } });
const taxNexus = createTaxNexus({
  service: another.configuration.service,
  state: `sqlite:${join(folder, 'app.db')}`,
  storefronts: {
    'us-store': shopify({
      shop: another.shop.domain,
      accessToken: another.shop.accessToken,
      webhookSecrets: [shopifySecret],
      apiOrigin: another.shop.origin,
      since: sampleRange.from,
    }),
  },
  schedule: { catchUp: null, reconcile: null },
  authorize: () => ({ name: 'Ada' }),
  publicUrl: 'https://app.example/tax-nexus/',
  logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error },
  onEvent: ({ type }) => {
    if (type === 'record.settled') committed.push(seen());
  },
});
await taxNexus.start();
for (const order of orders.slice(0, 3)) {
  const before = committed.length;
  await watch();
  await taxNexus.handler(requestOf(shopifyWebhook(orderPayload(order), { deliveryId: `event-${order}` })));
  while (committed.length === before) await new Promise((resolve) => setTimeout(resolve, 20));
}
add('a webhook until its order is committed', await committed.at(-1));

add(
  'a command sync of one day',
  ofOurs(readdirSync(coverage).flatMap((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')).result)),
);

const page = 'https://app.example/tax-nexus/api/v1/runs/live:us-store/lines';
await taxNexus.handler(new Request(page));
await watch();
const answer = await taxNexus.handler(new Request(page));
if (answer.status !== 200) throw new Error(`the page answered ${answer.status}`);
await answer.text();
add('a page of the HTTP API', await seen());

await taxNexus.stop({ drainMs: 1_000 });
await Promise.all([sandbox.stop(), another.stop()]);
rmSync(folder, { recursive: true, force: true });
console.table(traces);
