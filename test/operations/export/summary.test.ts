import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { parse } from 'csv-parse/sync';
import type { ReviewStore, SentLine } from '../../../src/domain/review-store.ts';
import type { Logger } from '../../../src/domain/environment.ts';
import { loggedStream } from '../../../src/operations/export/export.ts';
import { exportedBytes } from '../../../src/operations/export/formats.ts';
import { figuresOfLine } from '../../../src/mapping/figures-of-line.ts';
import { localDayOf, localDayOfLine } from '../../../src/store/local-days.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { exportedRows, type RowsRequest } from '../../../src/operations/export/rows.ts';
import { anAdjustment, aReportLine } from '../../support/a-report-line.ts';

const detail = {
  ...{ zip: '94107', discount: 0n, shipping: 500n, marketplace: null, exemption: null, parentId: null },
};

/** With its days in New York. */
const aSentLine = (differences: Partial<ReportLine> = {}): SentLine => {
  const line = aReportLine({ occurredAt: '2026-02-03T17:20:00Z', detail, ...differences });
  const timeZone = 'America/New_York';
  const adjustments = line.adjustments.map((one) => ({ ...one, day: localDayOf(timeZone, one.occurredAt) }));
  return { ...line, adjustments, day: localDayOfLine(timeZone, line), shown: null };
};

type Rows = readonly Readonly<Record<string, string>>[];

const noAudit = { auditRecords: () => TE.right({ records: [], next: O.none }) };

type Exported = Pick<ReviewStore, 'sentLines' | 'auditRecords' | 'monthFigures'>;

const noSums = { monthFigures: () => TE.right([]) };

const storeOf = (lines: readonly SentLine[]): Exported => ({
  ...noAudit,
  sentLines: () => TE.right({ lines, next: O.none }),
  monthFigures: () =>
    TE.right(
      lines
        .flatMap((line) => figuresOfLine(line, 'in service'))
        .map(({ day, ...figure }) => ({ ...figure, month: day.slice(0, 7) })),
    ),
});

const exported = async (lines: readonly SentLine[], what: RowsRequest['what']): Promise<Rows> => {
  const request = { what, range: { from: '2026-02-01', to: '2026-03-31' } };
  let text = '';
  for await (const chunk of exportedBytes('csv', exportedRows(storeOf(lines), request))) {
    text += new TextDecoder().decode(chunk);
  }
  return parse(text, { columns: true });
};

describe('an export', () => {
  it('counts a sale on the day of its storefront, and a refund in its own month', async () => {
    const refund = anAdjustment({ occurredAt: '2026-03-02T10:00:00Z' });
    const january = { currency: 'USD', jurisdiction: 'CA', month: '2026-01', total: 10_725n, taxCollected: 725n };
    const lines = [
      aSentLine({ id: 'late', occurredAt: '2026-02-01T04:59:59Z', amounts: january }),
      aSentLine({ id: 'first', occurredAt: '2026-02-01T05:00:00Z', adjustments: [refund] }),
    ];
    const [sale, ...others] = await exported(lines, 'transactions');
    expect(others).toStrictEqual([]);
    expect(sale).toMatchObject({
      id: 'first',
      date: '2026-02-01',
      zip: '94107',
      gross: '100.00',
      exemption: 'non_exempt',
    });
    const [adjustment] = await exported(lines, 'adjustments');
    expect(adjustment).toMatchObject({ saleId: 'first', saleDate: '2026-02-01', date: '2026-03-02', amount: '-53.63' });
    expect(await exported(lines, 'summary')).toMatchObject([
      { month: '2026-01', sales: '1' },
      { month: '2026-02', state: 'CA', sales: '1', gross: '100.00', tax: '7.25', net: '100.00', netTax: '7.25' },
      { month: '2026-03', sales: '0', refunds: '1', refunded: '-50.00', net: '-50.00', netTax: '-3.63' },
    ]);
  });

  it('leaves the tax of a marketplace out, and shows sums without its sales', async () => {
    const marketplace = { ...detail, marketplace: 'AMAZON' };
    const untaxed = { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 10_000n, taxCollected: 0n };
    const [row] = await exported(
      [aSentLine(), aSentLine({ id: 'm', detail: marketplace, amounts: untaxed, adjustments: [anAdjustment()] })],
      'summary',
    );
    expect(row).toMatchObject({
      ...{ sales: '2', gross: '200.00', exempt: '100.00', taxed: '0.00', tax: '7.25', netTax: '7.25' },
      ...{ refunded: '-50.00', net: '150.00', grossWithoutMarketplaces: '100.00', netWithoutMarketplaces: '100.00' },
    });
  });

  it.each([
    ['RESALE', null, 725n, 'non_exempt'],
    ['NON_PROFIT', null, 725n, 'non_exempt'],
    ['RESALE', null, 0n, 'wholesale'],
    ['NON_PROFIT', null, 0n, 'other'],
    ['RESALE', 'AMAZON', 725n, 'marketplace'],
  ])(
    'of a sale as %s, through %s, with tax of %i is %s: importers refuse an exempt sale with tax',
    async (exemption, marketplace, taxCollected, type) => {
      const amounts = {
        currency: 'USD',
        jurisdiction: 'CA',
        month: '2026-02',
        total: 10_000n + taxCollected,
        taxCollected,
      };
      const adjustments = [anAdjustment({ tax: null }), anAdjustment({ id: '9002', tax: -145n })];
      const lines = [aSentLine({ detail: { ...detail, exemption, marketplace }, amounts, adjustments })];
      // Sent as exempt, and counted as it was sent.
      const counted = { gross: '100.00', exempt: '100.00', taxed: '0.00', notTaxed: '0.00', unknownIfTaxed: '0.00' };
      expect(await exported(lines, 'transactions')).toMatchObject([{ ...counted, exemption: type }]);
      expect(await exported(lines, 'adjustments')).toMatchObject([
        { exemption: type },
        { exemption: marketplace === null ? 'non_exempt' : type },
      ]);
      expect(await exported(lines, 'summary')).toMatchObject([counted]);
    },
  );

  it('shows what was taxed and what was not, to the cent, with refunds', async () => {
    const inPart = { ...detail, taxed: 6_000n };
    const oregon = { currency: 'USD', jurisdiction: 'OR', month: '2026-02', total: 10_000n, taxCollected: 0n };
    const lines = [
      aSentLine({ id: 'part', detail: inPart, adjustments: [anAdjustment({ taxed: -3_000n })] }),
      aSentLine({
        id: 'oregon',
        amounts: oregon,
        detail: { ...detail, taxed: 0n },
        adjustments: [anAdjustment({ tax: 0n })],
      }),
      aSentLine({ id: 'exempt', detail: { ...detail, exemption: 'RESALE' }, adjustments: [anAdjustment()] }),
    ];
    const rest = { exempt: '0.00', unknownIfTaxed: '0.00' };
    expect(await exported(lines, 'transactions')).toMatchObject([
      { gross: '100.00', taxed: '60.00', notTaxed: '40.00', ...rest },
      { gross: '100.00', taxed: '0.00', notTaxed: '100.00', ...rest },
      { gross: '100.00', taxed: '0.00', notTaxed: '0.00', exempt: '100.00' },
    ]);
    expect(await exported(lines, 'adjustments')).toMatchObject([
      { taxed: '-30.00' },
      { taxed: '0.00' },
      { taxed: '0.00' },
    ]);
    expect(await exported(lines, 'summary')).toMatchObject([
      {
        ...{
          state: 'CA',
          gross: '200.00',
          exempt: '100.00',
          taxed: '60.00',
          notTaxed: '40.00',
          unknownIfTaxed: '0.00',
        },
        ...{ net: '100.00', netExempt: '50.00', netTaxed: '30.00', netNotTaxed: '20.00', netUnknownIfTaxed: '0.00' },
      },
      {
        ...{ state: 'OR', gross: '100.00', taxed: '0.00', notTaxed: '100.00', ...rest },
        ...{ net: '46.37', netExempt: '0.00', netTaxed: '0.00', netNotTaxed: '46.37', netUnknownIfTaxed: '0.00' },
      },
    ]);
  });

  it('is not known to be taxed where the platform does not state it, unless it has no tax', async () => {
    const untaxed = { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 4_000n, taxCollected: 0n };
    const lines = [aSentLine({ adjustments: [anAdjustment()] }), aSentLine({ id: 'untaxed', amounts: untaxed })];
    expect(await exported(lines, 'transactions')).toMatchObject([
      { gross: '100.00', exempt: '0.00', taxed: '', notTaxed: '', unknownIfTaxed: '100.00' },
      { gross: '40.00', exempt: '0.00', taxed: '0.00', notTaxed: '40.00', unknownIfTaxed: '0.00' },
    ]);
    expect(await exported(lines, 'adjustments')).toMatchObject([{ tax: '-3.63', taxed: '' }]);
    expect(await exported(lines, 'summary')).toMatchObject([
      {
        ...{ gross: '140.00', exempt: '0.00', taxed: '0.00', notTaxed: '40.00', unknownIfTaxed: '100.00' },
        ...{ net: '90.00', netTaxed: '0.00', netNotTaxed: '40.00', netUnknownIfTaxed: '50.00' },
      },
    ]);
  });

  it('ends with an error when the database cannot be read, so that no part of it is taken for all', async () => {
    const message = 'The sync database does not answer.';
    const down = TE.left({ _tag: 'StoreError', problem: 'unreachable', message } as const);
    const broken = { ...noAudit, ...noSums, sentLines: () => down };
    const request = { what: 'transactions', range: { from: '2026-02-01', to: '2026-03-31' } } as const;
    const read = async (): Promise<void> => {
      for await (const chunk of exportedBytes('csv', exportedRows(broken, request))) expect(chunk).toBeDefined();
    };
    await expect(read()).rejects.toThrow(message);
  });
});

describe('a page of an export', () => {
  it('leaves in pieces, between which the host does its own work', async () => {
    const line = aSentLine();
    const rows = exportedRows(storeOf(Array.from({ length: 1_000 }, () => line)), {
      what: 'transactions',
      range: { from: '2026-02-01', to: '2026-03-31' },
    });
    let [pieces, seen, turns] = [0, 0, 0];
    const others = setInterval(() => (turns += 1), 0);
    for await (const page of rows.pages) {
      pieces += 1;
      seen += page.length;
      const end = performance.now() + 3;
      while (performance.now() < end);
    }
    clearInterval(others);
    expect([seen, pieces > 5, turns > 0]).toStrictEqual([1_000, true, true]);
  });
});

describe('a file that breaks off', () => {
  const logged = (): { readonly log: Logger; readonly lines: string[] } => {
    const lines: string[] = [];
    const at =
      (level: string) =>
      (message: string, fields = {}): void =>
        void lines.push(`${level} ${JSON.stringify(fields)} ${message}`);
    return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
  };
  const bytesOf = (store: Exported): AsyncGenerator<Uint8Array> =>
    exportedBytes(
      'csv',
      exportedRows(store, { what: 'transactions', range: { from: '2026-02-01', to: '2026-03-31' } }),
    );

  it('is logged once with the cause and what to do, and its reader gets an error', async () => {
    const { log, lines } = logged();
    const message = 'The sync database is full. Free some space.';
    const sentLines: ReviewStore['sentLines'] = () => TE.left({ _tag: 'StoreError', problem: 'disk full', message });
    const stream = loggedStream(bytesOf({ ...noAudit, ...noSums, sentLines }), 'sales.csv', log);
    await expect(new Response(stream).text()).rejects.toThrow(message);
    expect(lines).toStrictEqual([
      `error {"file":"sales.csv"} An export stopped, and its file is incomplete: ${message} Download it again.`,
    ]);
  });

  it('names no text of a bug', async () => {
    const { log, lines } = logged();
    const sentLines: ReviewStore['sentLines'] = () => () => Promise.reject(new TypeError('Ada Example'));
    const stream = loggedStream(bytesOf({ ...noAudit, ...noSums, sentLines }), 'sales.csv', log);
    // The adapter of Node prints what its reader gets.
    await expect(new Response(stream).text()).rejects.toThrow('A bug in tax-nexus-sync (TypeError)');
    expect(lines.join()).toContain('A bug in tax-nexus-sync (TypeError)');
    expect(lines.join()).not.toContain('Ada');
  });

  it('is logged where its reader left, and is read no further', async () => {
    const { log, lines } = logged();
    const bytes = bytesOf(storeOf([aSentLine()]));
    const reader = loggedStream(bytes, 'sales.csv', log).getReader();
    await reader.read();
    await reader.cancel();
    expect(lines).toStrictEqual([expect.stringMatching(/^info .*Download it again/)]);
    expect(await bytes.next()).toMatchObject({ done: true });
  });
});
