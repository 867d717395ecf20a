/** The sample shop's own sales report by day, against which a tie-out compares the service. */
import { seededRandom } from '../../seeded-random.ts';
import type { SampleOrders } from '../graphql/sample-orders.ts';
import type { LedgerRow } from '../orders/history.ts';
import { historyOf } from '../orders/history-of.ts';
import { taxOf } from '../orders/priced.ts';
import { day, sampleTimeZone } from '../orders/sample-size.ts';
import { type Answer, decimalText } from './answer.ts';

const asked =
  /^FROM sales SHOW total_sales, taxes TIMESERIES day SINCE (\d{4}-\d\d-\d\d) UNTIL (\d{4}-\d\d-\d\d) ORDER BY day ASC LIMIT \d+$/;

const columns = [
  { name: 'day', dataType: 'DAY_TIMESTAMP', displayName: 'Day' },
  { name: 'total_sales', dataType: 'MONEY', displayName: 'Total sales' },
  { name: 'taxes', dataType: 'MONEY', displayName: 'Taxes' },
];

/**
 * Answers the only query that the sandbox knows. Where users of the interface disagree, the seed decides: whether rows are
 * objects or lists, and whether the last day is included.
 */
export const salesReportAnswer = (orders: SampleOrders, query: string): Answer => {
  const [, since, until] = asked.exec(query) ?? [];
  if (since === undefined || until === undefined) {
    return { tableData: null, parseErrors: ['The sandbox knows one query of sales by day only.'] };
  }
  const random = seededRandom(orders.size.seed, 0, 41);
  const [areLists, includesLast] = [random.chance(0.5), random.chance(0.5)];
  const sums = sumsByDay(orders);
  const rows: unknown[] = [];
  for (let at = Date.parse(since); includesLast ? at <= Date.parse(until) : at < Date.parse(until); at += day) {
    const key = new Date(at).toISOString().slice(0, 10);
    const { total, tax } = sums.get(key) ?? { total: 0n, tax: 0n };
    const row = { day: key, total_sales: decimalText(total, 2), taxes: decimalText(tax, 2) };
    rows.push(areLists ? Object.values(row) : row);
  }
  return { tableData: { columns, rows }, parseErrors: [] };
};

interface Sum {
  total: bigint;
  tax: bigint;
}

const daysOfShop = new Intl.DateTimeFormat('en-CA', { timeZone: sampleTimeZone, dateStyle: 'short' });

/** Sold gift cards and tips are not sales; an adjustment moves money and is one (Shopify's help on its sales reports). */
const leftOut: ReadonlySet<LedgerRow['type']> = new Set(['GIFT_CARD', 'TIP']);

/** Sums each day: every row of every order's ledger, at the time of its agreement. Test orders do not count. */
const sumsByDay = (orders: SampleOrders): ReadonlyMap<string, Sum> => {
  const sums = new Map<string, Sum>();
  for (let index = 0; index < orders.size.orders; index += 1) {
    const recipe = orders.recipe(index);
    // A shop's report is in the currency of the shop.
    if (recipe.isTest || recipe.currency !== 'USD') continue;
    for (const { at, rows } of historyOf(recipe).agreements) {
      const key = daysOfShop.format(at);
      const sum = sums.get(key) ?? { total: 0n, tax: 0n };
      sums.set(key, sum);
      for (const row of rows) {
        if (leftOut.has(row.type)) continue;
        sum.total += row.total;
        sum.tax += taxOf(row);
      }
    }
  }
  return sums;
};
