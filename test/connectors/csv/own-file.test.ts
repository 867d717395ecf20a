import { readFileSync } from 'node:fs';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from '@jest/globals';
import { csvConnector } from '../../../connectors/csv/connector.ts';
import { type FileSystem, localFiles, openCsvFile } from '../../../connectors/csv/read/file.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { type ExpectedRecord, sourceConnectorPromises } from '../../../src/testing/index.ts';
import { right } from '../../support/right.ts';

const opened = right(await openCsvFile('docs/examples/import/orders.csv')());

const open = (files: FileSystem = localFiles): SourceConnector =>
  csvConnector({
    file: { ...opened, files },
    account: TE.right({ id: 'stall', name: 'stall', timeZone: 'America/New_York' }),
    platform: { platform: 'csv', platformName: 'CSV' },
    policy: defaultPolicy,
    pageSize: 4,
  });

const failing = (code: string): FileSystem => ({
  ...localFiles,
  version: () => Promise.reject(Object.assign(new Error('1 Example St'), { code })),
});

const expected: readonly ExpectedRecord[] = [
  {
    ...{ id: '8001', number: 'M-1', at: '2026-01-05T15:15:00Z', currency: 'USD', total: '54.33', tax: '4.33' },
    ...{ zip: '77002', units: 3 },
  },
  {
    ...{ id: '8002', number: 'M-2', at: '2026-01-09T21:40:00Z', currency: 'USD', total: '92.02', tax: '7.02' },
    ...{ zip: '43004', units: 3 },
  },
  {
    ...{ id: '8003', number: 'M-3', at: '2026-01-12T05:00:00Z', currency: 'USD', total: '120.00', tax: '0' },
    ...{ zip: '97201', units: 1 },
  },
  {
    ...{ id: '8004', number: 'M-4', at: '2026-01-20T09:00:00Z', currency: 'JPY', total: '1080', tax: '80' },
    ...{ zip: '90001', units: 2 },
  },
  {
    ...{ id: '8005', number: 'M-5', at: '2026-02-01T04:30:00Z', currency: 'USD', total: '64.80', tax: '4.80' },
    ...{ zip: '80202', units: 1, refunded: { total: '32.40', tax: '2.40' } },
  },
  {
    ...{ id: '8006', number: 'M-6', at: '2026-02-02T16:00:00Z', currency: 'USD', total: '10.00', tax: '0' },
    ...{ zip: '83702', units: 1, payment: 'not paid' },
  },
  {
    ...{ id: '8007', number: 'M-7', at: '2026-02-05T16:00:00Z', currency: 'USD', total: '500.00', tax: '0' },
    ...{ zip: '12207', units: 4 },
  },
  {
    ...{ id: '8008', number: 'M-8', at: '2026-02-08T16:00:00Z', currency: 'USD', total: '21.60', tax: '1.60' },
    ...{ zip: '85004', units: 1 },
  },
  {
    ...{ id: '8009', number: 'M-9', at: '2026-02-11T16:00:00Z', currency: 'KWD', total: '12.345', tax: '0' },
    ...{ zip: '78701', units: 1 },
  },
  { id: '8010', held: 'undecodable record' },
  {
    ...{ id: '8011', number: 'M-11', at: '2026-02-20T16:00:00Z', currency: 'USD', total: '75.00', tax: '0' },
    ...{ zip: '78701', units: 2 },
  },
  {
    ...{ id: '8012', number: 'M-12', at: '2026-02-24T16:00:00Z', currency: 'USD', total: '43.00', tax: '3.00' },
    ...{ zip: '89501', units: 1, refunded: { total: '10.00', tax: '0' } },
  },
];

describe('a file as a SourceConnector', () => {
  const promises = sourceConnectorPromises({
    open,
    openRefused: () => open(failing('EACCES')),
    throttled: 'never throttles',
    openUnreachable: () => open(failing('EIO')),
    range: { from: '2026-01-01', to: '2026-02-28' },
    expected,
    changed: { interval: { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }, recordIds: ['8001', '8010'] },
    delivery: {},
    unknownId: '4711',
    canaries: ['Example St', 'Example Ave'],
  });
  it.each(promises)('$sentence', ({ check }) => check());

  it('has no column in the sample that docs/import.md does not name', () => {
    const page = readFileSync('docs/import.md', 'utf8');
    expect(opened.columns.filter((column) => !page.includes(`\`${column}\``))).toStrictEqual([]);
  });
});
