/** Checks that a connector's sales match the data: totals, dates, refunds, and no personal data in messages. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Interval, isWithin } from '../domain/date-range.ts';
import { exclusionProblem } from '../domain/exclusion.ts';
import { millisecondsOf } from '../domain/instant.ts';
import { missingAmount } from '../mapping/amounts.ts';
import { partsOfRefund } from '../mapping/refund-to-transaction.ts';
import type { Sale } from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';
import { insistOnExpected, insistOnSituations } from './expected-records.ts';
import { insist, type InterfacePromise, must, readOnce, readWindow, recordIdOf, salesIn } from './read-everything.ts';

export const insistOnNoCanary = (canaries: readonly string[], subject: string, value: object): void => {
  const text = toText(value);
  for (const canary of canaries) insist(!text.includes(canary), `${subject} holds personal data or a token`);
};

/** The promises about the sales that records become. */
export const recordPromises = (under: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'returns every record of the range as the data has it: total, tax, date, payment, refunds and address',
    check: async () => {
      const { expected, lacks = [] } = under;
      if (expected === 'by other tests') return;
      const results = (await readOnce(under)).flatMap(({ entries }) => entries);
      insistOnExpected(expected, results);
      insistOnSituations(expected, lacks, results);
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
        for (const sale of salesIn(entries)) {
          const isIn = isWithin(window satisfies Interval, sale.occurredAt);
          insist(isIn, `${sale.identity.recordId}: occurredAt is not in the window ${window.key}`);
        }
      }
    },
  },
  {
    sentence: 'has a sale of the first instant in a window, and not one of its end',
    check: async () => {
      if (under.expected === 'by other tests' || under.datedBy === 'another date') return;
      const connector = under.open();
      let asked = 0;
      for (const { window, entries } of await readOnce(under)) {
        const bounds = boundsAmong(salesIn(entries));
        if (bounds === undefined) continue;
        // Few data sets have a sale at the first instant of a month, so the bounds are those of known sales.
        const own = await readWindow(connector, { ...window, ...bounds });
        insistOnWithin(bounds, salesIn(entries), salesIn(own.entries));
        asked += 1;
      }
      insist(asked > 0, 'no window has sales of two different instants; the suite would prove nothing');
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
      const { locations } = connector;
      if (locations !== undefined) insistOnNoCanary(under.canaries, 'a location', must('locations', await locations()));
      insistOnNoCanary(under.canaries, 'a finding of check', must('check', await connector.check()).findings);
    },
  },
];

const toText = (value: object | readonly unknown[]): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

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

/** A short interval that begins and ends with a sale. */
const boundsAmong = (sales: readonly Sale[]): Interval | undefined => {
  const instants = [...new Set(sales.map(({ occurredAt }) => occurredAt))].sort(
    (a, b) => millisecondsOf(a) - millisecondsOf(b),
  );
  const middle = Math.floor(instants.length / 2);
  const [start, end] = [instants[middle - 1], instants[Math.min(middle + 1, instants.length - 1)]];
  return start === undefined || end === undefined ? undefined : { start, end };
};

const insistOnWithin = (bounds: Interval, known: readonly Sale[], read: readonly Sale[]): void => {
  const ids = new Set(read.map(({ identity }) => identity.recordId));
  const { start, end } = bounds;
  for (const { identity, occurredAt } of known) {
    const isMissing = isWithin(bounds, occurredAt) && !ids.has(identity.recordId);
    insist(!isMissing, `${identity.recordId} of ${occurredAt} is not in the window from ${start} until before ${end}`);
  }
  for (const { identity, occurredAt } of read) {
    const isIn = isWithin(bounds, occurredAt);
    insist(isIn, `${identity.recordId} of ${occurredAt} is in the window from ${start} until before ${end}`);
  }
};

/** All texts of a result except those of addresses, which are sent. */
const textsOf = (result: SourceResult): object =>
  E.isLeft(result) ? result.left : { ...result.right, destinations: [], optional: {} };
