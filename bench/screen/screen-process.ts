import { performance } from 'node:perf_hooks';
import { createTaxNexus } from '../../src/index.ts';
import { shopify } from '../../connectors/shopify/index.ts';
import { median } from '../median.ts';
import { runId } from './fill-store.ts';

/* Asks the screen over a large sync database: `node screen-process.js <state> <sales>`. Prints milliseconds by page as JSON. */

const [state = '', sales = ''] = process.argv.slice(2);
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

const ask = (path: string): Promise<Response> =>
  taxNexus.handler(new Request(`http://127.0.0.1/tax-nexus/screen${path}`));

const run = `/runs/${runId}`;
const late = Math.floor(Number(sales) * 0.98);
const pages: Readonly<Record<string, string>> = {
  home: '',
  report: run,
  'report.json': `${run}/report.json`,
  lines: `${run}/lines`,
  'last lines': `${run}/lines?after=${late}`,
  'needs attention': `${run}/lines?outcome=failed&outcome=held`,
  skipped: `${run}/lines?outcome=skipped&after=${late}`,
  'one reason': `${run}/lines?reason=refused`,
  'one month': `${run}/lines?month=2026-12`,
  'one state': `${run}/lines?place=CA`,
  'one state and month': `${run}/lines?place=CA&month=2026-12`,
  'one finding': `${run}/lines?finding=differs`,
  refunds: `${run}/lines?moved=refund&place=CA&month=2026-12`,
  'changed later': `${run}/lines?moved=yes`,
  live: '/live',
  needs: `${run}/needs`,
  sums: `${run}/sums`,
  'sign-off': `${run}/sign-off`,
  'found by number': `${run}/lines?text=${encodeURIComponent('#4711')}`,
  'found by state': `${run}/lines?text=California`,
  'found by country': `${run}/lines?text=Germany`,
  'found by amount': `${run}/lines?text=14.95`,
  'not found': `${run}/lines?text=nothing+like+this`,
  sales: '/sales',
  'sales by total': '/sales?sort=total',
  'sales by state': '/sales?sort=state',
  'sales by tax': '/sales?sort=tax',
  'sales by status': '/sales?sort=status',
  'sales on hold': '/sales?show=open',
  'sales of a state': '/sales?state=CA',
  'searched sales': '/sales?text=4711',
  'needs you': '/needs-you',
  'a reason': '/needs-you?what=missing+address',
  'a larger one': '/needs-you?what=adjustment%3A+refund&sent=yes',
  'searched needs you': '/needs-you?text=4711',
  'needs you of a state': '/needs-you?text=California',
  'a decision': '/needs-you/decide?what=missing+address&action=leave+out',
  'statement of a month': '/period?from=2026-11-01&to=2026-11-30',
  'statement of a year': '/period?from=2026-01-01&to=2026-12-31',
  'state thresholds': '/nexus',
  'threshold of a state': '/nexus/CA',
  calendar: '/calendar',
  'months of a year': '/months?year=2026',
};
const rounds = 5;

/** Milliseconds after which a page is asked for no more. */
const longEnough = 10_000;

const measured: Record<string, number> = {};
for (const [name, path] of Object.entries(pages)) {
  const times: number[] = [];
  const start = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    const response = await ask(path);
    const text = await response.text();
    if (response.status !== 200 || text.includes('role="alert"'))
      throw new Error(`${path}: ${response.status} ${text.slice(-500)}`);
    // The first one compiles code and opens the database.
    if (round === 0) continue;
    times.push(performance.now() - began);
    if (performance.now() - start > longEnough) break;
  }
  measured[name] = median(times);
}

/** Enough to show that memory stays flat; a whole file only takes longer. */
const maxCsvLines = 300_000;

/** Reads a file, and counts its lines. */
const readCsv = async (): Promise<number> => {
  const { body } = await ask(`${run}/lines.csv`);
  let lines = 0;
  if (body !== null) {
    for await (const part of body) {
      for (const byte of part) if (byte === 10) lines += 1;
      if (lines >= maxCsvLines) break;
    }
  }
  return lines;
};
// The most so far.
const before = process.resourceUsage().maxRSS;
const began = performance.now();
const csvLines = await readCsv();
const csvMs = performance.now() - began;
const { maxRSS } = process.resourceUsage();
await taxNexus.stop();
const result = { measured, csvLines, csvMs, rssMb: before / 1024, peakMb: maxRSS / 1024 };
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
