import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { isDeepStrictEqual } from 'node:util';
import { type Interval, isWithin } from '../domain/date-range.ts';
import { exclusionProblem } from '../domain/exclusion.ts';
import { findCurrency, formatMinorUnits, type MinorUnits, parseMinorUnits, sum } from '../domain/money.ts';
import { parseInstant } from '../domain/instant.ts';
import { missingAmount, taxOfRefund, totalTax } from '../mapping/amounts.ts';
import { partsOfRefund } from '../mapping/refund-to-transaction.ts';
import type { Sale } from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest, ExpectedRecord, Situation } from './connector-under-test.ts';
import { insist, type InterfacePromise, must, readOnce, recordIdOf } from './read-everything.ts';

const taxOf = ({ lines, shipping, orderTaxes }: Sale): MinorUnits =>
  totalTax([...lines, ...shipping].flatMap(({ taxes }) => taxes)) + totalTax(orderTaxes);

/** A record in the words of the expectation, to compare the two. */
const described = (result: SourceResult): ExpectedRecord => {
  const id = recordIdOf(result);
  if (E.isLeft(result)) {
    const { left } = result;
    return left._tag === 'Held' ? { id, held: left.reason } : { id, skipped: left.reason };
  }
  const sale = result.right;
  const money = formatMinorUnits(sale.currency);
  return {
    id,
    number: sale.identity.number ?? '',
    at: sale.occurredAt,
    currency: sale.currency.code,
    total: sale.statedTotal === null ? 'not stated' : money(sale.statedTotal),
    tax: money(taxOf(sale)),
    zip: sale.destinations[0]?.address.zip ?? null,
    units: sale.lines.reduce((units, { quantity }) => units + quantity, 0),
    payment: sale.payment,
    refunded: {
      total: money(sum(sale.refunds.map(({ total }) => total))),
      tax: money(sum(sale.refunds.map(taxOfRefund))),
    },
  };
};

/** Amounts and dates as `described` writes them: `12.5` USD and `12.50` USD are one. */
const normalized = (expected: ExpectedRecord): ExpectedRecord => {
  if (!('total' in expected)) return expected;
  const currency = findCurrency(expected.currency);
  if (O.isNone(currency)) return expected;
  const money = (text: string): string =>
    pipe(
      parseMinorUnits(currency.value)(text),
      E.map(formatMinorUnits(currency.value)),
      E.getOrElse(() => text),
    );
  const { total, tax } = expected.refunded ?? { total: '0', tax: '0' };
  return {
    number: '',
    payment: 'paid',
    ...expected,
    at: O.getOrElse(() => expected.at)(parseInstant(expected.at)),
    total: money(expected.total),
    tax: money(expected.tax),
    refunded: { total: money(total), tax: money(tax) },
  };
};

const digitsOf = (record: ExpectedRecord): number | undefined =>
  'total' in record ? O.toUndefined(findCurrency(record.currency))?.digits : undefined;

const hasSituation: Readonly<Record<Situation, (record: ExpectedRecord) => boolean>> = {
  unpaid: (record) => 'total' in record && record.payment !== undefined && record.payment !== 'paid',
  refunded: (record) => 'total' in record && record.refunded !== undefined,
  damaged: (record) => 'held' in record,
  'no decimals': (record) => digitsOf(record) === 0,
  'three decimals': (record) => digitsOf(record) === 3,
  tax: (record) => 'total' in record && /[1-9]/.test(record.tax),
};

const differingFields = (a: ExpectedRecord, b: ExpectedRecord): string => {
  const [one, other] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return one.flatMap(([name, value]) => (isDeepStrictEqual(value, other.get(name)) ? [] : [name])).join(', ');
};

const insistOnExpected = (expected: readonly ExpectedRecord[], results: readonly SourceResult[]): void => {
  const read = new Map(results.map((result) => [recordIdOf(result), result]));
  for (const one of expected.map(normalized)) {
    const result = read.get(one.id);
    if (result === undefined) throw new Error(`${one.id} is in the data, and in no window`);
    const actual = described(result);
    const why = E.isLeft(result) && !('held' in one) ? ` (${result.left.message})` : '';
    insist(isDeepStrictEqual(one, actual), `${one.id} differs from the data in: ${differingFields(one, actual)}${why}`);
  }
  const known = new Set(expected.map(({ id }) => id));
  for (const id of read.keys()) insist(known.has(id), `${id} is in a window, and not in the data of the range`);
};

const insistOnBalance = (sale: Sale): void => {
  const id = sale.identity.recordId;
  insist(missingAmount(sale) === 0n, `${id}: the parts do not add up to the total that the platform states`);
  const lineIds = [...sale.lines, ...(sale.addedLines ?? [])].map((line) => line.id);
  insist(new Set(lineIds).size === lineIds.length, `${id}: two lines have the same id`);
  const refundIds = sale.refunds.map((refund) => refund.id);
  insist(new Set(refundIds).size === refundIds.length, `${id}: two refunds have the same id`);
  for (const refund of sale.refunds.filter(({ isUnclear }) => isUnclear !== true)) {
    insist(partsOfRefund(refund) === refund.total, `${id}: the parts of a refund do not add up to its total`);
    insist(refund.total >= 0n, `${id}: a refund is negative`);
    insist(refund.occurredAt >= sale.occurredAt, `${id}: a refund is older than its sale`);
    for (const { lineId } of refund.lines)
      insist(lineIds.includes(lineId), `${id}: a refund is of a line that it lacks`);
  }
};

/** All texts of a result but those of addresses, which are sent. */
const textsOf = (result: SourceResult): object =>
  E.isLeft(result) ? result.left : { ...result.right, destinations: [], optional: {} };

const toText = (value: object | readonly unknown[]): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

export const insistOnNoCanary = (canaries: readonly string[], subject: string, value: object): void => {
  const text = toText(value);
  for (const canary of canaries) insist(!text.includes(canary), `${subject} holds personal data or a token`);
};

/** The promises about what a record becomes. */
export const recordPromises = (under: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'returns every record of the range as the data has it: total, tax, date, payment, refunds and address',
    check: async () => {
      const { expected, lacks = [] } = under;
      if (expected === 'by other tests') return;
      for (const [situation, isIt] of Object.entries(hasSituation)) {
        insist(
          lacks.some((one) => one === situation) || expected.some(isIt),
          `no expected record is "${situation}"; the suite would prove nothing`,
        );
      }
      insistOnExpected(
        expected,
        (await readOnce(under)).flatMap(({ entries }) => entries),
      );
    },
  },
  {
    sentence:
      'returns sales and refunds whose parts add up, under its own platform and account, and known reasons for other records',
    check: async () => {
      const connector = under.open();
      const { id } = must('account', await connector.account());
      for (const result of (await readOnce(under)).flatMap(({ entries }) => entries)) {
        if (E.isLeft(result)) {
          const problem = exclusionProblem(result.left);
          insist(problem === undefined, `${recordIdOf(result)}: ${problem}`);
          continue;
        }
        const { identity } = result.right;
        const isOwn = identity.platform === connector.platform && identity.account === id;
        insist(
          isOwn && identity.platformName !== '',
          `${identity.recordId}: its identity names another platform or account`,
        );
        insistOnBalance(result.right);
      }
    },
  },
  {
    sentence: 'dates every sale within the window that it was read in',
    check: async () => {
      for (const { window, entries } of await readOnce(under)) {
        insist(window.kind === 'sold', `the window ${window.key} of a range is not of the kind "sold"`);
        if (under.datedBy === 'another date') continue;
        for (const sale of entries.flatMap((entry) => (E.isRight(entry) ? [entry.right] : []))) {
          const isIn = isWithin(window satisfies Interval, sale.occurredAt);
          insist(isIn, `${sale.identity.recordId}: occurredAt is not in the window ${window.key}`);
        }
      }
    },
  },
  {
    sentence: 'finds a record by its number, if it looks up numbers',
    check: async () => {
      const connector = under.open();
      const { expected } = under;
      if (connector.readByNumber === undefined || expected === 'by other tests') return;
      const [named] = expected.flatMap((record) =>
        'number' in record ? [{ id: record.id, number: record.number }] : [],
      );
      if (named?.number === undefined)
        throw new Error('no expected record has a number; the suite would prove nothing');
      const found = must('readByNumber', await connector.readByNumber(named.number)());
      insist(
        O.isSome(found) && recordIdOf(found.value) === named.id,
        `${named.number} is not found, or another record is`,
      );
      const none = must('readByNumber', await connector.readByNumber('no such number')());
      insist(O.isNone(none), 'it found a record by a number that none has');
    },
  },
  {
    sentence: 'lets no personal data and no token into any text but an address',
    check: async () => {
      const connector = under.open();
      for (const { window, entries, cursors } of await readOnce(under)) {
        insistOnNoCanary(under.canaries, 'a window or a cursor', [window, cursors]);
        for (const entry of entries) insistOnNoCanary(under.canaries, `a text of ${recordIdOf(entry)}`, textsOf(entry));
      }
      insistOnNoCanary(under.canaries, 'a finding of check', must('check', await connector.check()).findings);
    },
  },
];
