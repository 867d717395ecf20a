/** Compares the records that a connector read with the author's data, and requires data for each important situation. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { isDeepStrictEqual } from 'node:util';
import { type Instant, millisecondsOf, parseInstant } from '../domain/instant.ts';
import {
  type Currency,
  findCurrency,
  formatMinorUnits,
  type MinorUnits,
  parseMinorUnits,
  sum,
} from '../domain/money.ts';
import { taxOfRefund, totalTax } from '../mapping/amounts.ts';
import type { Sale } from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import type { ExpectedRecord, Situation } from './connector-under-test.ts';
import { insist, recordIdOf, salesIn } from './read-everything.ts';

export const insistOnExpected = (expected: readonly ExpectedRecord[], results: readonly SourceResult[]): void => {
  const read = new Map(results.map((result) => [recordIdOf(result), result]));
  for (const one of expected) {
    const result = read.get(one.id);
    if (result === undefined) throw new Error(`${one.id} is in the data, and in no window`);
    const actual = actualFields(result);
    const differing = Object.entries(expectedFields(one)).filter(
      ([name, value]) => !isDeepStrictEqual(value, actual[name]),
    );
    const why = E.isLeft(result) && !('held' in one) ? ` (${result.left.message})` : '';
    const names = differing.map(([name]) => name).join(', ');
    insist(differing.length === 0, `${one.id} differs from the data in: ${names}${why}`);
  }
  const known = new Set(expected.map(({ id }) => id));
  for (const id of read.keys()) insist(known.has(id), `${id} is in a window, and not in the data of the range`);
};

type ExpectedSale = Extract<ExpectedRecord, { readonly total: string }>;

const digitsOf = ({ currency }: ExpectedSale): number | undefined => O.toUndefined(findCurrency(currency))?.digits;

const isInSale: Readonly<
  Record<Exclude<Situation, 'damaged' | 'two addresses'>, (sale: ExpectedSale) => boolean | undefined>
> = {
  unpaid: ({ payment = 'paid' }) => payment !== 'paid',
  canceled: ({ canceled }) => canceled,
  refunded: ({ refunded }) => refunded !== undefined,
  'refunded lines': ({ refunded }) => Object.keys(refunded?.units ?? {}).length > 0,
  'no decimals': (sale) => digitsOf(sale) === 0,
  'three decimals': (sale) => digitsOf(sale) === 3,
  tax: ({ tax }) => /[1-9]/.test(tax),
  state: ({ state }) => typeof state === 'string',
  'another kind': ({ kinds = {} }) => Object.keys(kinds).length > 0,
};

/** Data without a situation could not show how a connector handles it. */
export const insistOnSituations = (
  expected: readonly ExpectedRecord[],
  lacks: readonly Situation[],
  results: readonly SourceResult[],
): void => {
  const sales = expected.filter((record): record is ExpectedSale => 'total' in record);
  const found: readonly (readonly [string, boolean])[] = [
    ...Object.entries(isInSale).map(([name, isIt]) => [name, sales.some((sale) => isIt(sale) === true)] as const),
    ['damaged', expected.some((record) => 'held' in record)],
    ['two addresses', salesIn(results).some(hasTwoAddresses)],
  ];
  for (const [situation, isThere] of found) {
    const isKnown = isThere || lacks.some((one) => one === situation);
    insist(isKnown, `no expected record is "${situation}"; the suite would prove nothing`);
  }
};

/** The compared fields of a record, by their names in messages. */
type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record that was read, in the form of the expectation. */
const actualFields = (result: SourceResult): Fields => {
  if (E.isLeft(result)) {
    return result.left._tag === 'Held' ? { held: result.left.reason } : { skipped: result.left.reason };
  }
  const { right: sale } = result;
  const { refunds } = sale;
  const money = formatMinorUnits(sale.currency);
  const address = sale.destinations[0]?.address;
  return {
    number: sale.identity.number ?? '',
    at: sale.occurredAt,
    currency: sale.currency.code,
    total: sale.statedTotal === null ? 'not stated' : money(sale.statedTotal),
    tax: money(taxOf(sale)),
    zip: address?.zip ?? null,
    state: address?.state ?? null,
    country: address?.country ?? null,
    units: sale.lines.reduce((units, { quantity }) => units + quantity, 0),
    kinds: summed(sale.lines.flatMap(({ kind }) => (kind === 'goods' ? [] : [[kind, 1]]))),
    payment: sale.payment,
    canceled: sale.isCanceled,
    'refunded.total': money(sum(refunds.map(({ total }) => total))),
    'refunded.tax': money(sum(refunds.map(taxOfRefund))),
    'refunded.at': lastOf(refunds.map(({ occurredAt }) => occurredAt)),
    'refunded.units': summed(refunds.flatMap(({ lines }) => lines.map((line) => [line.lineId, line.quantity]))),
  };
};

const taxOf = ({ lines, shipping, orderTaxes }: Sale): MinorUnits =>
  totalTax([...lines, ...shipping].flatMap(({ taxes }) => taxes)) + totalTax(orderTaxes);

/** Sums by name; a sum of zero is left out. */
const summed = (parts: readonly (readonly [string, number])[]): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>();
  for (const [name, count] of parts) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].filter(([, count]) => count !== 0));
};

const lastOf = (instants: readonly Instant[]): Instant =>
  [...instants].sort((a, b) => millisecondsOf(a) - millisecondsOf(b)).at(-1) ?? 'never';

/** The expected fields, with their defaults; a field without a value and a default is not compared. */
const expectedFields = (expected: ExpectedRecord): Fields => {
  if ('held' in expected) return { held: expected.held };
  if ('skipped' in expected) return { skipped: expected.skipped };
  const money = moneyOf(findCurrency(expected.currency));
  const { state, country = 'US', refunded } = expected;
  const units = refunded === undefined ? {} : refunded.units;
  return {
    number: expected.number ?? '',
    at: instantOf(expected.at),
    currency: expected.currency,
    total: money(expected.total),
    tax: money(expected.tax),
    zip: expected.zip,
    ...(state !== undefined && { state, country }),
    units: expected.units,
    kinds: expected.kinds ?? {},
    payment: expected.payment ?? 'paid',
    canceled: expected.canceled ?? false,
    'refunded.total': money(refunded?.total ?? '0'),
    'refunded.tax': money(refunded?.tax ?? '0'),
    'refunded.at': refunded === undefined ? 'never' : instantOf(refunded.at),
    ...(units !== undefined && { 'refunded.units': units }),
  };
};

/** Writes amounts as `actualFields` does, so that `12.5` USD and `12.50` USD are equal. */
const moneyOf =
  (currency: O.Option<Currency>) =>
  (text: string): string =>
    O.isNone(currency)
      ? text
      : pipe(
          parseMinorUnits(currency.value)(text),
          E.map(formatMinorUnits(currency.value)),
          E.getOrElse(() => text),
        );

const instantOf = (text: string): string => O.getOrElse(() => text)(parseInstant(text));

/** A mix-up of the two addresses shows only if both are read, and differ. */
const hasTwoAddresses = ({ destinations: [first, second] }: Sale): boolean =>
  first !== undefined && second !== undefined && !isDeepStrictEqual(first.address, second.address);
