import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { packageVersion } from '../../src/app/package-version.ts';
import { digestOf } from '../../src/domain/fields.ts';
import { sampleRange } from '../../sandbox/index.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { itInAll } from '../support/it-in-all.ts';
import { spreadsheetOf } from '../support/spreadsheet.ts';

const world = cliWorlds();
const days = ['--from', sampleRange.from, '--to', sampleRange.to];

type Row = Readonly<Record<string, string>>;

interface Pushed {
  readonly id: string;
  readonly currency: string;
  readonly parentId?: string | null;
  readonly taxCollected: number;
  readonly total: number;
  readonly shippingHandling: number;
  readonly shipToAddress: {
    readonly line1: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string | null;
  };
}

/** Whole cents, so that a sum of floats hides nothing. */
const cents = (amount: string | number | undefined): number => Math.round(Number(amount) * 100);

const total = (amounts: readonly (string | number | undefined)[]): number =>
  amounts.reduce<number>((all, amount) => all + cents(amount), 0);

const columnOf = <Cell>(rows: readonly Readonly<Record<string, Cell>>[], name: string): readonly (Cell | undefined)[] =>
  rows.map((row) => row[name]);

const parts = ['exempt', 'taxed', 'notTaxed', 'unknownIfTaxed'];

const netParts = ['netExempt', 'netTaxed', 'netNotTaxed', 'netUnknownIfTaxed'];

const isUnsentRefund = (row: Row): boolean => row['kind'] === 'refund' && row['sent'] === 'no';

const withoutTax = (adjustments: readonly Row[]): number =>
  total(columnOf(adjustments, 'amount')) - total(columnOf(adjustments, 'tax'));

/** A world whose refunds are sent as transactions, or listed. */
/** With refunds, those of canceled orders as well, sent or only listed. */
const synced = async (refunds: 'send' | 'report') => {
  const policy = { adjustments: { refunds, cancellations: refunds } };
  const made = await world({ shop: { orders: 200 }, policy });
  await made.cli(syncAll);
  const pushed = made.taxService.journal().map(({ text }) => JSON.parse(text) as Pushed);
  const rowsOf = async (...words: readonly string[]): Promise<readonly Row[]> => {
    const { out, code, err } = await made.cli(['export', ...days, ...words]);
    expect([err, code]).toStrictEqual(['', 0]);
    return parse(out, { columns: true });
  };
  return { ...made, pushed, rowsOf };
};

describe('tax-nexus export', () => {
  it('has each transaction that was sent, to the cent, in a spreadsheet as in CSV and JSON', async () => {
    const { cli, folder, pushed, rowsOf, shop, taxService } = await synced('send');
    const asked = JSON.stringify([shop.answers(), taxService.answers()]);
    const rows = await rowsOf();
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.map(({ id }) => id).sort()).toStrictEqual(pushed.map(({ id }) => id).sort());
    expect(new Set(columnOf(rows, 'kind'))).toStrictEqual(new Set(['sale', 'refund']));
    for (const one of pushed) {
      const row = rows.find(({ id }) => id === one.id);
      expect(row).toMatchObject({
        currency: one.currency,
        zip: one.shipToAddress.zip ?? '',
        serviceTotal: row?.['total'],
        serviceTax: row?.['tax'],
      });
      expect([cents(row?.['total']), cents(row?.['tax'])]).toStrictEqual([cents(one.total), cents(one.taxCollected)]);
      expect(cents(row?.['shipping'])).toBe(cents(one.shippingHandling));
      expect(cents(row?.['gross'])).toBe(total(parts.map((column) => row?.[column])));
      // The simulated platforms state the tax of each line.
      expect(cents(row?.['unknownIfTaxed'])).toBe(0);
      const isTaxed = one.taxCollected !== 0 && cents(row?.['exempt']) === 0;
      expect([one.id, cents(row?.['taxed']) !== 0]).toStrictEqual([one.id, isTaxed]);
      expect(cents(row?.['total'])).toBe(cents(row?.['gross']) + cents(row?.['tax']));
    }
    const parents = new Set(pushed.map(({ id }) => id));
    // What was added to an order later is sent as if it were sold alone.
    const refunded = rows.filter((row) => row['kind'] === 'refund' && Number(row['total']) < 0);
    expect(refunded.length).toBeGreaterThan(3);
    for (const row of refunded) expect(parents).toContain(row['parentId']);
    for (const { date = '' } of rows) expect(date >= sampleRange.from && date <= sampleRange.to).toBe(true);

    const file = join(folder, 'sales.xlsx');
    const written = await cli(['export', ...days, '--format', 'xlsx', '--out', 'sales.xlsx']);
    expect([written.code, written.out]).toStrictEqual([0, '']);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toStrictEqual([]);
    expect(statSync(file).mode & 0o077).toBe(0);
    const { rows: inSheet, totals } = await spreadsheetOf(readFileSync(file));
    expect(inSheet.map(({ id }) => id)).toStrictEqual(rows.map(({ id }) => id));
    for (const column of ['gross', ...parts, 'tax', 'total', 'shipping', 'discount']) {
      expect(total(columnOf(inSheet, column))).toBe(total(columnOf(rows, column)));
      expect([column, total(columnOf(totals, column))]).toStrictEqual([column, total(columnOf(rows, column))]);
    }
    for (const column of ['date', 'occurredAt', 'parentId', 'zip']) {
      expect(columnOf(inSheet, column)).toStrictEqual(columnOf(rows, column));
    }
    expect(total(columnOf(inSheet, 'tax'))).toBe(total(pushed.map(({ taxCollected }) => taxCollected)));

    const { out } = await cli(['export', ...days, '--format', 'json']);
    const asJson = JSON.parse(out) as readonly Readonly<Record<string, string | null>>[];
    expect(asJson.map((row) => Object.values(row).map((cell) => cell ?? ''))).toStrictEqual(
      rows.map((row) => Object.values(row)),
    );
    expect(JSON.stringify([shop.answers(), taxService.answers()])).toBe(asked);

    const audit = await cli(['export', '--from', '1d', '--what', 'audit']);
    const records: readonly Row[] = parse(audit.out, { columns: true });
    expect(records.map((row) => [row['id'], cents(row['total'])]).sort()).toStrictEqual(
      pushed.map((one) => [one.id, cents(one.total)]).sort(),
    );
    const texts = new Map(taxService.journal().map(({ text }) => [(JSON.parse(text) as Pushed).id, text]));
    for (const row of records) {
      expect(row).toMatchObject({ answer: 'accepted', cause: 'run', decidedBy: '' });
      expect(row['digest']).toBe(digestOf(texts.get(row['id'] ?? '') ?? ''));
      expect(JSON.parse(row['settings'] ?? '')).toMatchObject({
        ...{ version: packageVersion, policy: { adjustments: { refunds: 'send' } } },
      });
    }
    for (const one of pushed)
      for (const value of [one.shipToAddress.line1, one.shipToAddress.city]) expect(audit.out).not.toContain(value);
  });

  itInAll('sums up by month and state, net of refunds, the same whether these were sent or only listed', async () => {
    const [sent, listed] = [await synced('send'), await synced('report')];
    const [transactions, summary] = [await sent.rowsOf(), await sent.rowsOf('--what', 'summary')];
    const sales = transactions.filter((row) => row['kind'] === 'sale' || Number(row['total']) >= 0);
    for (const column of ['gross', ...parts, 'tax', 'discount', 'shipping']) {
      expect(total(columnOf(summary, column))).toBe(total(columnOf(sales, column)));
    }
    for (const row of summary) {
      expect(cents(row['gross'])).toBe(total(parts.map((column) => row[column])));
      expect(cents(row['net'])).toBe(total(netParts.map((column) => row[column])));
    }
    expect(total(columnOf(summary, 'notTaxed'))).toBeGreaterThan(0);
    // A refund that could not be sent counts as well.
    const left = (await sent.rowsOf('--what', 'adjustments')).filter(isUnsentRefund);
    expect(total(columnOf(summary, 'net'))).toBe(total(columnOf(transactions, 'gross')) + withoutTax(left));
    const leftToSeller = left.filter(({ exemption }) => exemption !== 'marketplace');
    expect(total(columnOf(summary, 'netTax'))).toBe(
      total(columnOf(transactions, 'tax')) + total(columnOf(leftToSeller, 'tax')),
    );
    expect(total(columnOf(summary, 'serviceTotal'))).toBe(total(sent.pushed.map((one) => one.total)));
    const own = transactions.filter(({ exemption }) => exemption !== 'marketplace');
    expect(own.length).toBeLessThan(transactions.length);
    expect(total(columnOf(summary, 'netWithoutMarketplaces'))).toBe(
      total(columnOf(own, 'gross')) + withoutTax(leftToSeller),
    );

    const adjustments = await listed.rowsOf('--what', 'adjustments');
    const unsent = adjustments.filter(isUnsentRefund);
    expect(unsent.length).toBeGreaterThan(5);
    await listed.cli(['export', ...days, '--what', 'adjustments', '--format', 'xlsx', '--out', 'later.xlsx']);
    const { totals } = await spreadsheetOf(readFileSync(join(listed.folder, 'later.xlsx')));
    expect(total(columnOf(totals, 'amount'))).toBe(total(columnOf(adjustments, 'amount')));
    for (const { kind, sent, currency, amount } of totals) {
      const own = adjustments.filter((row) => row['kind'] === kind && row['sent'] === sent);
      const ofCurrency = own.filter((row) => row['currency'] === currency);
      expect(cents(amount)).toBe(total(columnOf(ofCurrency, 'amount')));
    }
    const netted = await listed.rowsOf('--what', 'summary');
    expect(total(columnOf(netted, 'refunded'))).toBe(withoutTax(unsent));
    for (const column of ['gross', ...parts]) {
      expect(total(columnOf(netted, column))).toBe(total(columnOf(summary, column)));
    }
    for (const row of netted) expect(cents(row['net'])).toBe(total(netParts.map((column) => row[column])));
    const monthOf = (row: Row): string | undefined => row['date']?.slice(0, 7);
    for (const month of new Set(columnOf(netted, 'month'))) {
      const ofMonth = netted.filter((row) => row['month'] === month);
      const own = unsent.filter((row) => monthOf(row) === month);
      expect(total(columnOf(ofMonth, 'refunded'))).toBe(withoutTax(own));
    }
  });

  it('leaves a link, and the device that it names, as they are', async () => {
    const { cli, folder } = await world({ shop: { orders: 3 } });
    await cli(syncAll);
    const [file, sink, link] = ['sales.csv', 'sink', 'link.csv'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, 'before');
    symlinkSync(file, link);
    symlinkSync('/dev/null', sink);
    for (const path of [link, sink]) {
      expect(await cli(['export', ...days, '--out', path])).toMatchObject({ code: 0 });
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
    }
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('runs no formula of a customer', async () => {
    const { csvWriter } = await import('../../src/operations/csv.ts');
    const write = csvWriter((index) => index === 1);
    expect(write([['=cmd()', '-5.00', '@x', '+1', '-2']])).toBe("'=cmd(),-5.00,'@x,'+1,'-2\n");
  });

  it('refuses days that cannot be read, and XLSX on a terminal', async () => {
    const { cli, folder } = await world({ shop: { orders: 1 } });
    const unreadable = await cli(['export', '--from', '2026-02-30', '--to', '2026-03-01']);
    expect([unreadable.code, unreadable.err]).toStrictEqual([2, expect.stringContaining('"2026-02-30" is not a day')]);
    const binary = await cli(['export', ...days, '--format', 'xlsx']);
    expect([binary.code, binary.err]).toStrictEqual([2, 'XLSX is not text. Name a file with --out sales.xlsx.\n']);
    const nowhere = await cli(['export', ...days, '--out', 'no-folder/sales.csv']);
    expect(nowhere.code).toBe(1);
    expect(nowhere.err).toContain('No file was written. Check the path of --out');
    expect(existsSync(join(folder, 'no-folder'))).toBe(false);
  });

  it('says why a file has no rows; an audit record without any does not pass for complete', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    const sales = await cli(['export', ...days]);
    expect([sales.code, sales.out.split('\n').length]).toStrictEqual([0, 2]);
    expect(sales.err).toContain('The file has no rows: the sync database has nothing of these days, 2025-01-01');
    await cli(syncAll);
    const audit = await cli(['export', ...days, '--what', 'audit']);
    expect(audit.code).toBe(1);
    expect(audit.err).toContain('The file has no rows: no request was made from 2025-01-01 to 2026-03-31.');
  });
});
