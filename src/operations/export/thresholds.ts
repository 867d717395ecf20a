/** The workpaper behind an economic nexus threshold: for each state and month what counted, by which rule, from which source. */
import type { DateRange } from '../../domain/date-range.ts';
import { moneyIn } from '../../domain/money.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import type { NexusRule } from '../../mapping/nexus-rule.ts';
import { reasonTitle } from '../../reconcile/reasons/reasons.ts';
import type { NotSentOfState } from '../../reconcile/thresholds/not-sent.ts';
import { workpaperOf, type WorkpaperRow } from '../../reconcile/thresholds/workpaper.ts';
import type { KnownForThresholds } from '../exposure.ts';
import { cellsOf, type Column, count, day, money, month, text } from './columns.ts';
import type { ExportedRows } from './rows.ts';

const dollars = moneyIn('USD');

const daysText = (ranges: readonly DateRange[]): string => ranges.map(({ from, to }) => `${from} to ${to}`).join('; ');

/** `more than 100000 USD or 200 sales` */
const enoughText = ({ sales, transactions, needsBoth, isReachedAtAmount, minTransactions }: NexusRule): string => {
  const bySales = `${isReachedAtAmount ? 'at least' : 'more than'} ${sales} USD`;
  const inSales = minTransactions > 1 ? ` in at least ${minTransactions} sales` : '';
  const byCount = transactions === null ? '' : ` ${needsBoth ? 'and' : 'or'} ${transactions} sales`;
  return `${bySales}${inSales}${byCount}`;
};

/** `3 not paid (120.00 USD)` */
const notSentText = ({ reason, currency, ...sum }: NotSentOfState): string =>
  `${reasonTitle(reason)}: ${sum.count}${currency === null ? '' : ` (${sum.total} ${currency})`}`;

const columns: readonly Column<WorkpaperRow>[] = [
  text('state', ({ state }) => state),
  month('month', ({ month }) => month),
  money('counted', ({ counted }) => dollars(counted.sales)),
  count('countedSales', ({ counted }) => counted.count),
  money('notCounted', ({ notCounted }) => dollars(notCounted.sales)),
  count('notCountedSales', ({ notCounted }) => notCounted.count),
  text('otherCurrencies', ({ otherCurrencies }) =>
    otherCurrencies.map((one) => `${one.count} ${one.sales} ${one.currency}`).join('; '),
  ),
  money('notSentWithTax', ({ notSentDollars }) => dollars(notSentDollars.sales)),
  count('notSentSales', ({ notSent }) => notSent.reduce((sum, one) => sum + one.count, 0)),
  text('notSentReasons', ({ notSent }) => notSent.map(notSentText).join('; ')),
  money('openingBalances', ({ openingBalances }) => dollars(openingBalances.sales)),
  count('openingBalanceSales', ({ openingBalances }) => openingBalances.count),
  text('openingBalanceChannels', ({ openingChannels }) => openingChannels.join('; ')),
  text('measuredOver', ({ rule }) => rule.period),
  day('measuredFrom', ({ period }) => period.from),
  day('measuredTo', ({ period }) => period.to),
  money('running', ({ running }) => dollars(running.sales)),
  count('runningSales', ({ running }) => running.count),
  text('threshold', ({ rule }) => enoughText(rule)),
  count('percent', ({ percent }) => percent),
  day('reachedOn', ({ duty }) => duty?.crossedOn),
  day('collectFrom', ({ duty }) => duty?.collectFrom),
  day('dutyUntil', ({ duty }) => duty?.until),
  day('registeredSince', ({ registration }) => registration?.since),
  text('registration', ({ registration }) => registration?.status),
  text('daysNotRead', ({ notRead }) => daysText(notRead)),
  text('sourcesDiffer', ({ threshold }) => threshold.disagreements.join('; ')),
  text('source', ({ threshold }) => threshold.source.name),
  text('sourceLink', ({ threshold }) => threshold.source.link),
  day('sourceRead', ({ threshold }) => threshold.source.on),
];

/** A row for each state and month. */
export const thresholdRows = (
  { sales, question }: KnownForThresholds,
  range: DateRange,
  state?: string,
): ExportedRows => ({
  head: columns,
  pages: pagesOf(workpaperOf(sales, range, question, state)),
  totals: { by: ['state'], except: ['running', 'runningSales', 'percent'] },
});

async function* pagesOf(states: readonly (() => readonly WorkpaperRow[])[]): AsyncGenerator<string[][]> {
  for (const rowsOfState of states) {
    await yieldWhenLong();
    yield rowsOfState().map((row) => [...cellsOf(columns)(row)]);
  }
}
