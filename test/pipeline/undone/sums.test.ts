import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { ExportFormat } from '../../../src/domain/exported.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { exportedBytes } from '../../../src/operations/export/formats.ts';
import { exportedRows, type RowsRequest } from '../../../src/operations/export/rows.ts';
import { type PeriodStatement, statement } from '../../../src/operations/period-statement.ts';
import type { OperationPorts } from '../../../src/operations/ports.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import { explain } from '../../../src/reconcile/explain.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import { aRefund } from '../../support/a-refund.ts';
import { aSync, paged, request, sales } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';
import { paired } from '../../support/size.ts';
import { spreadsheetOf } from '../../support/spreadsheet.ts';

const [first] = sales(1);
if (first === undefined) throw new Error('a sale is needed');

/** 100.01 with tax of 7.25 and shipping of 5.00, of February, in California. */
const sale: Sale = { ...first, statedTotal: 11_226n, lastChangedAt: '2026-03-09T08:00:00Z' };

const sendsAll: Policy = {
  ...defaultPolicy,
  adjustments: { ...defaultPolicy.adjustments, refunds: 'send', undoneSales: 'send' },
};

const refund = aRefund({
  lines: [{ lineId: '71', quantity: 1, amount: 10_001n, tax: 725n }],
  adjustment: { amount: 0n, tax: 0n },
  total: 10_726n,
});
const by = { id: 'txn_1', occurredAt: '2026-03-09T08:00:00Z', message: 'refund 901 failed' };
const again = { id: 'txn_2', occurredAt: '2026-04-02T08:00:00Z', message: 'refund 901 arrived' };
const unpaid = { payment: 'not paid', undoneBy: { ...by, message: 'the bank debit failed' } } as const;

const costing = (price: bigint, lastChangedAt: string): Sale => ({
  ...sale,
  ...{ statedTotal: price + 1_225n, lastChangedAt },
  lines: sale.lines.map((line) => ({ ...line, listed: price })),
});

/** A shop with one sale that is read in one state after another, month by month. */
const after = async (store: SyncDatabase, states: readonly Sale[]) => {
  let now = Date.parse('2026-03-01T00:00:00Z');
  const clock: Clock = {
    now: () => (now += 1),
    sleep: (milliseconds) => () => new Promise((wake) => setTimeout(wake, Math.min(milliseconds, 2))),
  };
  const world = memoryTaxService({ clock, latency: 0 });
  const script = { pages: paged([sale], 1) };
  const { ports } = aSync({ script, store, world, policy: sendsAll, ports: { clock } });
  for (const [at, state] of states.entries()) {
    now = Date.parse(`2026-0${at + 3}-20T00:00:00Z`);
    script.pages = paged([state], 1);
    right(await historicalSync({ ...ports, newRunId: () => `run-${at}` })(request)());
  }
  return { world, ports };
};

const range = { from: '2026-01-01', to: '2026-12-31' };

const fileOf = (store: SyncDatabase, what: RowsRequest['what'], format: ExportFormat) =>
  exportedBytes(format, exportedRows(store.reviews, { what, range }));

type Rows = readonly Readonly<Record<string, string>>[];

const csvOf = async (store: SyncDatabase, what: RowsRequest['what']): Promise<Rows> => {
  let text = '';
  for await (const chunk of fileOf(store, what, 'csv')) text += new TextDecoder().decode(chunk);
  return parse(text, { columns: true });
};

const xlsxOf = async (store: SyncDatabase, what: RowsRequest['what']): Promise<Rows> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of fileOf(store, what, 'xlsx')) chunks.push(chunk);
  const { rows } = await spreadsheetOf(Buffer.concat(chunks));
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])));
};

const sumOf = (rows: Rows, column: string): string =>
  rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0).toFixed(2);

const statementOf = async ({ reviews }: SyncDatabase): Promise<PeriodStatement> => {
  const state = { reviews, seesAll: TE.right(true) };
  const ports = {
    opened: () => Promise.resolve(E.right(state)),
    storefronts: () => ['us-store'],
    clock: { now: () => Date.parse('2026-12-31T00:00:00Z') },
  } as unknown as OperationPorts;
  return right(await statement.run(ports, range)());
};

/** Sales and refunds of each month, with their amounts without tax. */
const monthsOf = ({ lines }: PeriodStatement): readonly (readonly unknown[])[] =>
  lines.map(({ month, shops: { sales: count, gross, tax, refunds, refunded, refundedTax } }) => [
    ...[month, count, gross, tax],
    ...[refunds, refunded, refundedTax],
  ]);

const none = ['0.00', '0.00'];
const pairOfSale = ['offset of the sale', 'sale, sent again'];

/** What each state of the sale leads to: the months of the statement, and the sum of all that was sent. */
const situations: readonly (readonly [
  name: string,
  states: readonly Sale[],
  expected: {
    readonly sent: number;
    readonly months: readonly (readonly unknown[])[];
    readonly total: string;
    readonly tax: string;
    readonly taxed: string;
    /** As `explain` names what was sent. */
    readonly chain: readonly string[];
    /** In California, of the sales and transactions that count toward its threshold. */
    readonly counts: readonly [sales: string, transactions: number];
  },
])[] = [
  [
    'a refund that failed',
    [
      { ...sale, refunds: [refund] },
      { ...sale, undone: [{ kind: 'refund', id: '901', by }] },
    ],
    {
      sent: 3,
      months: [
        ['2026-02', 1, '105.01', '7.25', 0, ...none],
        ['2026-03', 0, ...none, 0, ...none],
      ],
      ...{ total: '112.26', tax: '7.25', taxed: '100.01', counts: ['105.01', 1] },
      chain: ['sale', 'refund', 'offset of the refund'],
    },
  ],
  [
    'a refund that failed and then arrived',
    [
      { ...sale, refunds: [refund] },
      { ...sale, undone: [{ kind: 'refund', id: '901', by }] },
      { ...sale, refunds: [{ ...refund, againBy: again }], undone: [{ kind: 'refund', id: '901', by }] },
    ],
    {
      sent: 4,
      months: [
        ['2026-02', 1, '105.01', '7.25', 0, ...none],
        ['2026-03', 0, ...none, 0, ...none],
        ['2026-04', 0, ...none, 1, '-100.01', '-7.25'],
      ],
      ...{ total: '5.00', tax: '0.00', taxed: '0.00', counts: ['105.01', 1] },
      chain: ['sale', 'refund', 'offset of the refund', 'refund, sent again'],
    },
  ],
  [
    'a sale whose bank debit failed',
    [sale, { ...sale, ...unpaid }],
    {
      sent: 2,
      months: [
        ['2026-02', 1, '105.01', '7.25', 0, ...none],
        ['2026-03', -1, '-105.01', '-7.25', 0, ...none],
      ],
      ...{ total: '0.00', tax: '0.00', taxed: '0.00', counts: ['0.00', 0] },
      chain: ['sale', 'offset of the sale'],
    },
  ],
  [
    'a sale whose bank debit failed, and that was paid in the end',
    [sale, { ...sale, ...unpaid }, { ...sale, lastChangedAt: again.occurredAt }],
    {
      sent: 3,
      months: [
        ['2026-02', 1, '105.01', '7.25', 0, ...none],
        ['2026-03', -1, '-105.01', '-7.25', 0, ...none],
        ['2026-04', 1, '105.01', '7.25', 0, ...none],
      ],
      ...{ total: '112.26', tax: '7.25', taxed: '100.01', counts: ['105.01', 1] },
      chain: ['sale', 'offset of the sale', 'sale, sent again'],
    },
  ],
  [
    'a sale whose price was lowered after it was sent, and raised later',
    [sale, costing(9_000n, by.occurredAt), costing(11_000n, again.occurredAt)],
    {
      sent: 5,
      months: [
        ['2026-02', 1, '105.01', '7.25', 0, ...none],
        ['2026-03', 0, '-10.01', '0.00', 0, ...none],
        ['2026-04', 0, '20.00', '0.00', 0, ...none],
      ],
      ...{ total: '122.25', tax: '7.25', taxed: '110.00', counts: ['115.00', 1] },
      chain: ['sale', ...pairOfSale, ...pairOfSale],
    },
  ],
];

const databases = placesOfStores();

const cases = paired(databases, situations).map(([[database, newPlace], [name, states, expected]]) => ({
  database,
  newPlace,
  name,
  states,
  expected,
}));

describe('what was taken back', () => {
  it.each(cases)(
    'adds up to the right sums in each view, in $database: $name',
    async ({ newPlace, name, states, expected }) => {
      const store = await (await newPlace(name.replaceAll(/\W/g, '-'))).open();
      const { world, ports } = await after(store, states);
      expect(world.journal).toHaveLength(expected.sent);
      for (const rows of [await csvOf(store, 'transactions'), await xlsxOf(store, 'transactions')]) {
        expect(rows).toHaveLength(expected.sent);
        expect([sumOf(rows, 'total'), sumOf(rows, 'tax'), sumOf(rows, 'taxed')]).toStrictEqual([
          ...[expected.total, expected.tax, expected.taxed],
        ]);
        expect(sumOf(rows, 'unknownIfTaxed')).toBe('0.00');
      }
      // The second time, as the sums of days are kept.
      for (const statement of [await statementOf(store), await statementOf(store)]) {
        expect(monthsOf(statement)).toStrictEqual(expected.months);
        expect(statement.totals).toMatchObject([
          {
            shops: { unknownIfTaxed: '0.00', refundedUnknownIfTaxed: '0.00' },
            service: { transactions: expected.sent, total: expected.total, tax: expected.tax },
          },
        ]);
      }
      const summary = await csvOf(store, 'summary');
      expect([sumOf(summary, 'netTaxed'), sumOf(summary, 'netTax'), sumOf(summary, 'serviceTotal')]).toStrictEqual([
        ...[expected.taxed, expected.tax, expected.total],
      ]);
      const exposure = exposureOf(right(await store.reviews.dailySales()), {
        on: '2026-12-31',
        facilitatorLaws: {},
        nexusThresholds: {},
        marketplaceSales: [],
        registrations: {},
        read: [],
      });
      const [california] = exposure.states;
      expect([california?.sales ?? '0.00', california?.transactions ?? 0]).toStrictEqual(expected.counts);
      const { sent } = right(await explain(ports)('us-store', '9001')());
      expect(sent.map(({ status }) => status)).toStrictEqual(sent.map(() => 'confirmed'));
      const amounts = sent.map(({ total, taxCollected: tax }) => ({ total: total ?? '', tax: tax ?? '' }));
      expect([sent.length, sumOf(amounts, 'total'), sumOf(amounts, 'tax')]).toStrictEqual([
        ...[expected.sent, expected.total, expected.tax],
      ]);
      expect(sent.map(({ what }) => what)).toStrictEqual(expected.chain);
      const [proof] = right(await reconcile({ sync: ports, inbox: store.inbox })(['us-store'], range)());
      expect(proof?.differences).toStrictEqual([]);
      // Its corrections bear its number, and are no other sales of it.
      expect(right(await store.findByNumber('us-store', '#1')())).toHaveLength(1);
      right(await store.close());
    },
  );
});
