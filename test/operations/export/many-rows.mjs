// Writes an export of many made-up transactions, and throws its bytes away. Run with a small heap: see many-rows.test.ts.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { exportedBytes } from '../../../src/operations/export/formats.ts';
import { exportedRows } from '../../../src/operations/export/rows.ts';

const [, , format, what, count] = process.argv;
const perPage = 1000;

const instantAt = (index) => new Date(Date.UTC(2026, 0, 1, 12) + (index % 7_000_000) * 1000).toISOString();

const lineAt = (index) => ({
  ...{ storefront: 'us-store', id: `shopify:548380009:${5_012_345_678 + index}`, sourceId: String(index) },
  ...{ name: `Shopify #${index} · ${5_012_345_678 + index}`, kind: 'sale', outcome: 'succeeded', reason: null },
  ...{ message: null, timeZone: 'America/New_York', shown: { total: '107.25', taxCollected: '7.25' }, findings: [] },
  ...{ occurredAt: instantAt(index), day: instantAt(index).slice(0, 10) },
  amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-01', total: 10_725n, taxCollected: 725n },
  detail: { zip: '94107', discount: 100n, shipping: 500n, marketplace: null, exemption: null, parentId: null },
  adjustments: [
    {
      ...{ kind: 'refund', id: String(index), occurredAt: '2026-02-10T10:00:00Z', currency: 'USD', sent: false },
      ...{ amount: -5_363n, tax: -363n, message: 'refunded on 10 February' },
    },
  ],
});

const sentLines = (_, after) => async () => {
  const from = O.isSome(after) ? Number(after.value) : 0;
  const end = Math.min(from + perPage, Number(count));
  const lines = Array.from({ length: end - from }, (_one, index) => lineAt(from + index));
  return E.right({ lines, next: end < Number(count) ? O.some(String(end)) : O.none });
};

const request = { what, range: { from: '2026-01-01', to: '2026-03-31' } };
const began = process.cpuUsage();
let size = 0;
let highest = 0;
for await (const chunk of exportedBytes(format, exportedRows({ sentLines }, request))) {
  size += chunk.length;
  highest = Math.max(highest, process.memoryUsage().heapUsed);
}
const { user, system } = process.cpuUsage(began);
const microseconds = Math.round((user + system) / Number(count));
process.stdout.write(JSON.stringify({ size, heapMb: Math.round(highest / 1e6), microseconds }));
