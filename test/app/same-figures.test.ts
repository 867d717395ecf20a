import { describe, expect, it } from '@jest/globals';
import type { ExportRequest } from '../../src/operations/export/export.ts';
import { last } from '../support/a-plugin.ts';
import { screens } from '../support/a-screen.ts';
import { plainText } from '../support/a-screen-in-memory.ts';

const aScreen = screens();
const days = { from: '2025-01-01', to: '2026-03-31' } as const;

/** Decimals of any currency in thousandths, so that they can be added up. */
const thousandths = (decimals: string): number => Math.round(Number(decimals.replaceAll(',', '')) * 1000);

interface Figures {
  readonly count: number;
  readonly total: number;
  readonly tax: number;
}

const sumBy = (rows: readonly (Figures & { readonly key: string })[]): Readonly<Record<string, Figures>> => {
  const sums: Record<string, Figures> = {};
  for (const { key, count, total, tax } of rows) {
    const before = sums[key] ?? { count: 0, total: 0, tax: 0 };
    sums[key] = { count: before.count + count, total: before.total + total, tax: before.tax + tax };
  }
  return sums;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe('the figures of the same days', () => {
  it('are the same in the report, on its pages, in files, on the statement, and on home, also after decisions', async () => {
    const { address, taxNexus } = await aScreen({ shop: { orders: 400 } });
    const { id } = await taxNexus.historicalSync.start(days);
    await last(taxNexus.historicalSync.watch(id));
    const page = async (path: string): Promise<string> => plainText(await (await fetch(`${address}${path}`)).text());
    const rowsOf = async (request: Partial<ExportRequest>): Promise<readonly Readonly<Record<string, string>>[]> => {
      const { body } = await taxNexus.export({ ...days, format: 'json', ...request });
      return (await new Response(body).json()) as readonly Readonly<Record<string, string>>[];
    };
    const report = await taxNexus.historicalSync.report(id);
    const figures = ({ count, total, tax }: { count: number; total: string; tax: string }): Figures => ({
      ...{ count, total: thousandths(total), tax: thousandths(tax) },
    });

    const look = sumBy(
      report.review.look.map(({ month, state, currency, taxCollected: tax, ...one }) => ({
        ...{ key: `${month} ${state} ${currency}`, ...figures({ ...one, tax }) },
      })),
    );
    const exported = (await rowsOf({})).map(({ date = '', jurisdiction, currency, total = '', tax = '' }) => ({
      ...{ key: `${date.slice(0, 7)} ${jurisdiction} ${currency}`, ...figures({ count: 1, total, tax }) },
    }));
    expect(Object.keys(look).length).toBeGreaterThan(100);
    expect(sumBy(exported)).toEqual(look);
    const { lines, totals, held } = await taxNexus.statement(days);
    const ofService = lines.map(({ month, state, currency, service: { transactions: count, ...service } }) => ({
      ...{ key: `${month} ${state} ${currency}`, ...figures({ count, ...service }) },
    }));
    expect(sumBy(ofService)).toMatchObject(look);

    const byCurrency = sumBy(exported.map(({ key, ...one }) => ({ key: key.slice(-3), ...one })));
    const sums = await page(`/runs/${id}/sums`);
    for (const [currency, { count, total, tax }] of Object.entries(byCurrency)) {
      const shops = totals.find((one) => one.currency === currency)?.shops;
      // The shops' side has what was paid back for canceled orders, which is sent, in separate columns.
      const paidBack = sum(
        exported.filter((one) => one.key.endsWith(currency) && one.total < 0).map((one) => one.total),
      );
      expect(thousandths(shops?.gross ?? '') + thousandths(shops?.tax ?? '') + paidBack).toBe(total);
      const row = new RegExp(` ${currency} ([\\d,.]+) ([\\d,.]+) [\\d.]+ % ([\\d,]+) `).exec(sums)?.slice(1) ?? [];
      expect(row.map(thousandths)).toStrictEqual([total, tax, count * 1000]);
    }

    const waiting = Object.values(report.held).reduce((all, number) => all + number, 0);
    expect([held.length, waiting > 1]).toStrictEqual([waiting, true]);
    for (const left of [waiting, 0]) {
      const next = left === 0 ? /0 sales need you/ : new RegExp(`${left} sales need you: [\\d,.]+ USD`);
      expect(await page('')).toMatch(next);
      expect(await page(`/runs/${id}`)).toContain(`need you ${left} `);
      for (const { what, isSent } of await taxNexus.decisions.open())
        await taxNexus.decisions.decide({
          what,
          isSent,
          action: isSent ? 'accept' : 'leave out',
          note: 'a test',
          by: 'Ada',
        });
    }
    expect(await page(`/runs/${id}`)).toContain('Next: review and sign off.');
    expect(await page(`/runs/${id}/sign-off`)).not.toContain('open');
    expect(await page('/needs-you')).toContain('Nothing needs you.');
  });
});
