/** Reads Shopify's own sales report, against which the tie-out compares the synced sales day by day. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../../src/domain/date-range.ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { fieldOf } from '../../../src/domain/fields.ts';
import { type Currency, findCurrency, parseMinorUnits } from '../../../src/domain/money.ts';
import type { PlatformEntry, PlatformTotals } from '../../../src/mapping/platform-totals.ts';
import type { Ask } from '../client/client.ts';
import { asSourceError, refused } from '../errors.ts';
import { salesReport } from '../queries/index.ts';
import { maybe } from '../records/values.ts';

const needs = 'grant the app the scope read_reports, and level 2 of protected customer data, then install it again';

const Rows = t.readonlyArray(t.union([t.UnknownRecord, t.UnknownArray]));

const SalesReport = t.type(
  {
    shop: t.type({ currencyCode: t.string }),
    shopifyqlQuery: maybe(
      t.type({
        tableData: maybe(t.type({ columns: t.readonlyArray(t.type({ name: t.string })), rows: Rows })),
        parseErrors: maybe(t.UnknownArray),
      }),
    ),
  },
  'SalesReport',
);
type SalesReport = t.TypeOf<typeof SalesReport>;

/**
 * The report has a row for each day, with everything that happened on it, refunds and edits included, whatever the date of the
 * order. It leaves out gift cards sold, tips and test orders, and includes unpaid and canceled orders.
 */
export const readSalesReport =
  (ask: Ask) =>
  (range: DateRange): TE.TaskEither<SourceError, PlatformTotals> =>
    pipe(
      ask(salesReport, { query: queryFor(range) }),
      TE.mapLeft(asSourceError),
      TE.mapLeft((failure) =>
        // Not a refusal of the token: only the tie-out needs this scope.
        failure.message.startsWith('Shopify denies access to shopifyqlQuery')
          ? refused(`Shopify denies access to its reports: ${needs}`)
          : failure,
      ),
      TE.flatMapEither((data) =>
        pipe(
          decodeAs(SalesReport)(data),
          E.mapLeft(({ problems }) =>
            refused(`Shopify's sales report has an unexpected shape: ${problems.join('; ')}`),
          ),
        ),
      ),
      TE.flatMapEither(totalsOf(range)),
    );

/** One day more than the range: users of the interface disagree whether `UNTIL` includes its day. Rows beyond are not used. */
const queryFor = ({ from, to }: DateRange): string =>
  `FROM sales SHOW total_sales, taxes TIMESERIES day SINCE ${from} UNTIL ${Temporal.PlainDate.from(to).add({ days: 1 }).toString()} ORDER BY day ASC LIMIT 1000`;

const totalsOf =
  (range: DateRange) =>
  ({ shop, shopifyqlQuery }: SalesReport): E.Either<SourceError, PlatformTotals> => {
    const table = shopifyqlQuery?.tableData;
    const currency = findCurrency(shop.currencyCode);
    if (table == null || (shopifyqlQuery?.parseErrors ?? []).length > 0) {
      return E.left(
        refused('Shopify does not understand the query of its sales report; report this as a connector bug'),
      );
    }
    if (O.isNone(currency)) return E.left(refused("the shop's currency is not one of ISO 4217"));
    const names = table.columns.map(({ name }) => name);
    return pipe(
      entriesOf(
        currency.value,
        range,
        table.rows.map((row) => rowOf(names, row)),
      ),
      E.map((entries) => ({
        source: 'ShopifyQL report "sales"',
        leavesOut: ['gift card', 'tip', 'test order', 'dispute'],
        entries,
      })),
    );
  };

const columns = ['day', 'total_sales', 'taxes'] as const;

type Row = Readonly<Record<(typeof columns)[number], string>>;

/** Reports have more decimals than the currency. */
const guardDigits = 6;

const entriesOf = (
  currency: Currency,
  { from, to }: DateRange,
  rows: readonly (Row | undefined)[],
): E.Either<SourceError, readonly PlatformEntry[]> => {
  const parse = parseMinorUnits({ ...currency, digits: currency.digits + guardDigits });
  const [roundTotal, roundTax] = [rounding(), rounding()];
  const entries: PlatformEntry[] = [];
  for (const row of rows) {
    const [total, tax] = [parse(row?.total_sales ?? ''), parse(row?.taxes ?? '')];
    if (row === undefined || E.isLeft(total) || E.isLeft(tax)) {
      return E.left(refused("a row of Shopify's sales report has another shape than documented"));
    }
    if (row.day < from || row.day > to) continue;
    entries.push({ day: row.day, currency, amount: roundTotal(total.right), tax: roundTax(tax.right) });
  }
  return E.right(entries);
};

/** Rounds sums, not days: each result is the growth of the rounded sum, so that the days add up to the rounded total. */
const rounding = (): ((amount: bigint) => bigint) => {
  const unit = 10n ** BigInt(guardDigits);
  const rounded = (amount: bigint): bigint =>
    amount < 0n ? -((-amount * 2n + unit) / (2n * unit)) : (amount * 2n + unit) / (2n * unit);
  let before = 0n;
  return (amount) => {
    const grown = rounded(before + amount) - rounded(before);
    before += amount;
    return grown;
  };
};

type SalesReportRow = t.TypeOf<typeof Rows>[number];

/** Rows are untyped JSON: objects, or lists in the order of the columns. */
const rowOf = (names: readonly string[], row: SalesReportRow): Row | undefined => {
  const valueOf = (name: string): unknown => (Array.isArray(row) ? row[names.indexOf(name)] : fieldOf(row, name));
  const [day, total, taxes] = columns.map(valueOf);
  // Without sales a day may have no amount.
  const amountOf = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '0';
  return typeof day === 'string'
    ? { day: day.slice(0, 10), total_sales: amountOf(total), taxes: amountOf(taxes) }
    : undefined;
};
