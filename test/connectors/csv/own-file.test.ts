import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from '@jest/globals';
import { csvConnector } from '../../../connectors/csv/connector.ts';
import { type FileSystem, localFiles, openCsvFile } from '../../../connectors/csv/read/file.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleNameOf } from '../../../src/mapping/identity.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { type ExpectedRecord, sourceConnectorPromises } from '../../../src/testing/index.ts';
import { left, right } from '../../support/right.ts';

const opened = right(await openCsvFile('docs/examples/import/orders.csv')());

const open = (files: FileSystem = localFiles): SourceConnector =>
  csvConnector({
    file: { ...opened, files },
    account: TE.right({ id: 'stall', name: 'stall', timeZone: 'America/New_York' }),
    platform: { platform: 'csv', platformName: 'CSV' },
    policy: defaultPolicy,
    clock: systemClock,
    pageSize: 4,
  });

const clock = { ...systemClock, now: () => Date.parse('2026-11-01T00:00:00Z') };
const columns =
  'id,date,status,currency,total,tax,state,zip,country,item,quantity,unit_price,kind,refund_id,refund_date,refund_total';

const account = TE.right({ id: 'stall', name: 'stall', timeZone: 'America/New_York' });

const inMemory = (text: string): FileSystem => ({
  isReadable: () => Promise.resolve(true),
  version: () => Promise.resolve('1'),
  open: (_, start) => Readable.from([Buffer.from(text).subarray(start)]),
});

/** What becomes of rows: of sales the total, or what is asked for, and why others are held. */
const readRows = async (
  rows: readonly string[],
  [platform, platformName]: readonly [string, string] = ['csv', 'CSV'],
  show = ({ statedTotal }: Sale): string => String(statedTotal),
): Promise<readonly string[]> => {
  const width = columns.split(',').length;
  const padded = rows.map((row) => row + ','.repeat(width - row.split(',').length));
  const file = right(await openCsvFile('own.csv', inMemory([columns, ...padded, ''].join('\n')))());
  const connector = csvConnector({
    ...{ file, platform: { platform, platformName }, policy: defaultPolicy, clock },
    account,
  });
  const [window] = right(await connector.windows({ from: '1990-01-01', to: '2026-12-31' })());
  if (window === undefined) throw new Error('there is no window');
  const { results } = right(await connector.readPage(window, O.none)());
  return results.map(E.match(({ message }) => message, show));
};

const failing = (code: string): FileSystem => ({
  ...localFiles,
  version: () => Promise.reject(Object.assign(new Error('1 Example St'), { code })),
});

/** A file whose every opening and look at its version can fail. */
const slow = (before: () => Promise<void>): FileSystem => ({
  ...localFiles,
  version: async (path) => {
    await before();
    return localFiles.version(path);
  },
  open: (path, start) =>
    Readable.from(
      (async function* () {
        await before();
        yield* localFiles.open(path, start);
      })(),
    ),
});

const expected: readonly ExpectedRecord[] = [
  {
    ...{ id: '8001', number: 'M-1', at: '2026-01-05T15:15:00Z', currency: 'USD', total: '54.33', tax: '4.33' },
    ...{ zip: '77002', state: 'TX', units: 3 },
  },
  {
    ...{ id: '8002', number: 'M-2', at: '2026-01-09T21:40:00Z', currency: 'USD', total: '92.02', tax: '7.02' },
    ...{ zip: '43004', state: 'OH', units: 3 },
  },
  {
    ...{ id: '8003', number: 'M-3', at: '2026-01-12T05:00:00Z', currency: 'USD', total: '120.00', tax: '0' },
    ...{ zip: '97201', state: 'OR', units: 1 },
  },
  {
    ...{ id: '8004', number: 'M-4', at: '2026-01-20T09:00:00Z', currency: 'JPY', total: '1080', tax: '80' },
    ...{ zip: '90001', state: 'CA', units: 2 },
  },
  {
    ...{ id: '8005', number: 'M-5', at: '2026-02-01T04:30:00Z', currency: 'USD', total: '64.80', tax: '4.80' },
    ...{ zip: '80202', state: 'CO', units: 1, refunded: { total: '32.40', tax: '2.40', at: '2026-02-03T17:00:00Z' } },
  },
  {
    ...{ id: '8006', number: 'M-6', at: '2026-02-02T16:00:00Z', currency: 'USD', total: '10.00', tax: '0' },
    ...{ zip: '83702', state: 'ID', units: 1, payment: 'not paid' },
  },
  {
    ...{ id: '8007', number: 'M-7', at: '2026-02-05T16:00:00Z', currency: 'USD', total: '500.00', tax: '0' },
    ...{ zip: '12207', state: 'NY', units: 4 },
  },
  {
    ...{ id: '8008', number: 'M-8', at: '2026-02-08T16:00:00Z', currency: 'USD', total: '21.60', tax: '1.60' },
    ...{ zip: '85004', state: 'AZ', units: 1 },
  },
  {
    ...{ id: '8009', number: 'M-9', at: '2026-02-11T16:00:00Z', currency: 'KWD', total: '12.345', tax: '0' },
    ...{ zip: '78701', state: 'TX', units: 1 },
  },
  { id: '8010', held: 'unreadable record' },
  {
    ...{ id: '8011', number: 'M-11', at: '2026-02-20T16:00:00Z', currency: 'USD', total: '75.00', tax: '0' },
    ...{ zip: '78701', state: 'TX', units: 2, kinds: { 'gift card': 1 } },
  },
  {
    ...{ id: '8012', number: 'M-12', at: '2026-02-24T16:00:00Z', currency: 'USD', total: '43.00', tax: '3.00' },
    ...{ zip: '89501', state: 'NV', units: 1, refunded: { total: '10.00', tax: '0', at: '2026-02-28T05:00:00Z' } },
  },
];

describe('a file as a SourceConnector', () => {
  const promises = sourceConnectorPromises({
    open,
    openRefused: () => open(failing('EACCES')),
    throttled: 'never throttles',
    openUnreachable: () => open(failing('EIO')),
    oneRequestFails: (before) => open(slow(before)),
    range: { from: '2026-01-01', to: '2026-02-28' },
    expected,
    lacks: ['canceled', 'refunded lines', 'two addresses'],
    changed: { interval: { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }, recordIds: ['8001', '8010'] },
    delivery: {},
    unknownId: '4711',
    canaries: ['Example St', 'Example Ave'],
  });
  it.each(promises)('$sentence', ({ check }) => check());

  const sold = '2026-03-02,,USD,10.00,0,TX,77002,US';

  it('names a sale by its account, as two files may have the same ids, and a platform’s as its connector does', async () => {
    const nameOf = ({ identity }: Sale): string => saleNameOf(identity);
    expect(await readRows([`7,${sold}`], undefined, nameOf)).toEqual(['CSV stall · 7']);
    expect(await readRows([`7,${sold}`], ['shopify', 'Shopify'], nameOf)).toEqual(['Shopify 7']);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['rows that differ', [`A1,${sold}`, 'A1,2026-03-05,,USD,99.00,0,CA,94107,US'], ['Its rows differ in date']],
    ['a row without price and refund', [`A1,${sold}`, 'A1,,,,,,,,,Mug'], ['neither unit_price nor refund_id']],
    ['a kind without a price', [`A1,${sold},Card,,,gift card`], ['and no unit_price']],
    ['a negative amount', ['A1,2026-03-02,,USD,-10.00,0,TX,77002,US'], ['total is negative']],
    [
      'a refund that is there twice',
      [`A1,${sold},,,,,R1,2026-03-03,1.00`, `A1,${sold},,,,,R1,2026-03-03,1.00`],
      ['twice'],
    ],
    ['a refund without id', [`A1,${sold},,,,,,2026-03-03,1.00`], ['A refund has no refund_id']],
    ['a status of refunds alone', ['A1,2026-03-02,refunded,USD,10.00,0,TX,77002,US'], ['it has no refund']],
    ['a ZIP without its zero', ['A1,2026-03-02,,USD,10.00,0,MA,2139,US'], ['Its ZIP lacks digits']],
    ['a year before shops', ['A1,0205-03-02,,USD,10.00,0,TX,77002,US'], ['date is not a date']],
    ['a day after tomorrow', ['A1,2026-11-03,,USD,10.00,0,TX,77002,US'], ['in the future']],
    ['a year after all', ['A1,2206-03-02,,USD,10.00,0,TX,77002,US'], ['date is not a date']],
    ['a skipped time', ['A1,2026-03-08 02:30,,USD,10.00,0,TX,77002,US'], ['date is not a date']],
    ['a time shown twice', ['A1,2025-11-02 01:30,,USD,10.00,0,TX,77002,US'], ['date is not a date']],
    ['rows without id, each on its own', [`,${sold}`, `,${sold}`], ['Its id is missing', 'Its id is missing']],
  ])('holds %s', async (_, rows, why) => {
    expect(await readRows(rows)).toStrictEqual(why.map((one) => expect.stringContaining(one)));
  });

  it('ignores rows of commas, and an apostrophe before a ZIP', async () => {
    expect(await readRows([`A1,${sold.replace('77002', "'02139")}`, '', 'A1,,,,,,,,,Mug,1,10.00', ''])).toStrictEqual([
      '1000',
    ]);
  });

  it.each([
    ['shopify', '#1001', false],
    ['shopify', 'gid://shopify/Order/5', false],
    ['shopify', '5012345678.0', false],
    ['shopify', '5012345678', true],
    ['stripe', 'pi_1', false],
    ['stripe', 'in_1', true],
  ])('takes ids of %s only as it writes them: %s', async (platform, id, isTaken) => {
    const [result] = await readRows([`${id},${sold}`], [platform, platform]);
    expect(result === '1000').toBe(isTaken);
  });

  it.each(['payment_status', 'Refund id', 'item '])(
    'refuses the column %s, which it would not read',
    async (column) => {
      const text = `${columns},${column}\n`;
      const { message } = left(await openCsvFile('own.csv', inMemory(text))());
      expect(message).toContain(`has the column ${column.trim().toLowerCase()}`);
    },
  );

  it('has no column in the sample that docs/import.md does not name', () => {
    const page = readFileSync('docs/import.md', 'utf8');
    expect(opened.columns.filter((column) => !page.includes(`\`${column}\``))).toStrictEqual([]);
  });
});

describe('a large file', () => {
  it('is read a page at a time from where the page begins, and covers the days of its orders', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, n) => `${n},2026-03-${String((n % 28) + 1).padStart(2, '0')},USD,1.00,0,TX,77002,US\n`,
    );
    const text = `id,date,currency,total,tax,state,zip,country\n${rows.join('')}`;
    let bytes = 0;
    const counted = {
      isReadable: () => Promise.resolve(true),
      version: () => Promise.resolve('1'),
      open: (_: string, start: number) =>
        Readable.from(
          (function* () {
            for (let at = start; at < text.length; at += 1_024) {
              bytes += 1_024;
              yield Buffer.from(text.slice(at, at + 1_024));
            }
          })(),
        ),
    };
    const connector = csvConnector({
      file: right(await openCsvFile('sales.csv', counted)()),
      ...{ account, platform: { platform: 'csv', platformName: 'CSV' }, policy: defaultPolicy, clock, pageSize: 2 },
    });
    expect(right(await connector.days())).toStrictEqual({ from: '2026-03-01', to: '2026-03-28' });
    const [window] = right(await connector.windows({ from: '2026-03-01', to: '2026-03-31' })());
    if (window === undefined) throw new Error('there is no window');
    bytes = 0;
    const page = right(await connector.readPage(window, O.some(`${text.indexOf('\n2000,') + 1} 2002`))());
    expect(page.results.map((one) => right(one).identity.recordId)).toStrictEqual(['2000', '2001']);
    expect(right(await connector.readRecord('2999')())).toMatchObject({
      value: { right: { identity: { recordId: '2999' } } },
    });
    expect(bytes).toBeLessThan(text.length / 2);
  });
});
