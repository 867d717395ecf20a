import { digestOf } from '../../src/domain/fields.ts';
import type { ReportLine } from '../../src/domain/run.ts';

/** A sale as the sync database gets to know it. */
export interface BookRow {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  /** Two that prove the sale, and a possible duplicate. */
  readonly references: readonly string[];
  readonly entry: ReportLine;
}

/** Ids rise, with gaps, as they do when a history is read. */
const rowOf = (index: number): BookRow => {
  const sourceId = String(5_000_000_000_000 + index * 32_768 + ((index * 7919) % 32_768));
  const [id, name] = [`shopify:548380009:${sourceId}`, `Shopify #${index} · ${sourceId}`];
  const amounts = { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 10_725n, taxCollected: 725n };
  return {
    id,
    name,
    body: JSON.stringify({ id, name, filling: 'x'.repeat(900) }),
    references: [`shopify:order:${sourceId}`, `stripe:pi_${sourceId}`, `like:${digestOf(sourceId).slice(0, 32)}`],
    entry: {
      ...{ storefront: 'us-store', id, sourceId, name, kind: 'sale', outcome: 'succeeded', reason: null },
      ...{ message: null, amounts, findings: [], adjustments: [] },
    },
  };
};

/** So many sales, page by page. */
export const pagesOf = (rows: number, pageSize: number): readonly (readonly BookRow[])[] =>
  Array.from({ length: Math.ceil(rows / pageSize) }, (_, page) =>
    Array.from({ length: Math.min(pageSize, rows - page * pageSize) }, (_row, index) => rowOf(page * pageSize + index)),
  );
