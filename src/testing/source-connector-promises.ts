/** The conformance suite: every promise of the `SourceConnector` interface as a sentence with its check. */
import { isDeepStrictEqual } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Interval, intervalOf, isTimeZone } from '../domain/date-range.ts';
import { millisecondsOf } from '../domain/instant.ts';
import type { Sale } from '../mapping/sale.ts';
import type { Window } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';
import { failurePromises, signaturePromises } from './failure-promises.ts';
import { oneRequestFailsPromise } from './one-request-fails.ts';
import {
  answerTo,
  arrived,
  atOnce,
  insist,
  type InterfacePromise,
  meant,
  must,
  readEverything,
  readOnce,
  readWindow,
  recordIdOf,
  salesIn,
} from './read-everything.ts';
import { recordPromises } from './record-promises.ts';

const sampled = 12;

/**
 * The promises of `SourceConnector`, each with a check. Run them with any test runner against your connector:
 *
 * @example
 * for (const { sentence, check } of sourceConnectorPromises(under)) it(sentence, check);
 */
export const sourceConnectorPromises = (under: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'knows whose sales these are, and in which time zone their days are counted',
    check: async () => {
      const connector = under.open();
      const account = must('account', await connector.account());
      insist(account.id !== '' && isTimeZone(account.timeZone), 'the account lacks an id or a known time zone');
      insistOnSame('the account', account, must('account', await connector.account()));
    },
  },
  {
    sentence: 'cuts a range into windows without gap or overlap, with the same keys every time',
    check: async () => {
      const connector = under.open();
      const { timeZone } = must('account', await connector.account());
      const windows = must('windows', await connector.windows(under.range)());
      const keys = windows.map(({ key }) => key);
      insist(new Set(keys).size === keys.length, 'two windows have the same key');
      insistOnSame(
        'the keys of the windows',
        keys,
        must('windows', await under.open().windows(under.range)()).map(({ key }) => key),
      );
      const whole = intervalOf(under.range, timeZone);
      const inOrder = [...windows].sort((a, b) => millisecondsOf(a.start) - millisecondsOf(b.start));
      const covers =
        inOrder.some(({ start }) => millisecondsOf(start) <= millisecondsOf(whole.start)) &&
        inOrder.some(({ end }) => millisecondsOf(end) >= millisecondsOf(whole.end));
      insist(covers && gapIn(whole, windows) === null, 'the windows do not cover the range');
    },
  },
  {
    sentence: 'ends every window, and never hands out the same cursor twice',
    check: async () => {
      for (const { window, cursors } of await readOnce(under)) {
        insist(new Set(cursors).size === cursors.length, `a cursor of ${window.key} came twice`);
      }
    },
  },
  {
    sentence: 'hands out every record once, whichever window it is in',
    check: async () => {
      const ids = (await readOnce(under)).flatMap(({ entries: results }) => results.map(recordIdOf));
      insist(ids.length > 0, 'there is no record in the range; the suite would prove nothing');
      insist(new Set(ids).size === ids.length, 'a record came twice');
    },
  },
  {
    sentence: 'continues at a cursor, in another process as well',
    check: async () => {
      let resumed = 0;
      for (const { window, entries: results, cursors } of await readEverything(under.open(), under.range)) {
        const middle = cursors[Math.floor(cursors.length / 2)];
        if (middle === undefined) continue;
        const rest = await readWindow(under.open(), window, O.some(middle));
        insistOnSame(`the rest of ${window.key}`, results.slice(results.length - rest.entries.length), rest.entries);
        resumed += 1;
      }
      insist(
        resumed > 0,
        'no window had a second page; the suite would prove nothing. Take smaller pages, or more records in one month',
      );
    },
  },
  {
    sentence: 'gives the same sale however often and on whichever way it is read',
    check: async () => {
      const results = (await readEverything(under.open(), under.range)).flatMap((window) => window.entries);
      const again = (await readEverything(under.open(), under.range)).flatMap((window) => window.entries);
      insistOnSame('the range', results, again);
      const step = Math.max(1, Math.floor(results.length / sampled));
      const connector = under.open();
      for (const result of results.filter((_, index) => index % step === 0)) {
        const record = must(`readRecord ${recordIdOf(result)}`, await connector.readRecord(recordIdOf(result))());
        insist(O.isSome(record), `${recordIdOf(result)} is on a page and cannot be read alone`);
        if (O.isSome(record)) insistOnSame(recordIdOf(result), result, record.value);
      }
    },
  },
  {
    sentence: 'returns whole amounts in minor units, whole quantities and instants in UTC',
    check: async () => {
      const results = (await readOnce(under)).flatMap((window) => window.entries);
      salesIn(results).forEach(insistOnWhole);
    },
  },
  {
    sentence: 'has nothing for an id that no record has',
    check: async () => {
      const record = must('readRecord', await under.open().readRecord(under.unknownId)());
      insist(O.isNone(record), 'it made up a record');
    },
  },
  {
    sentence: 'takes no webhook that it cannot verify',
    check: atOnce(() => {
      const { receiveWebhook } = under.open();
      const receivedAt = '2026-02-03T17:20:00Z';
      for (const body of ['', '{}', 'no json', '{"id":1}']) {
        const meaning = receiveWebhook({ body: new TextEncoder().encode(body), headers: {}, receivedAt });
        insist(E.isLeft(meaning), 'it took an unsigned webhook');
      }
    }),
  },
  ...recordPromises(under),
  ...failurePromises(under),
  oneRequestFailsPromise(under),
  ...signaturePromises(under),
  ...changesPromises(under),
  ...deliveryPromises(under),
];

const insistOnSame = (subject: string, a: unknown, b: unknown): void =>
  insist(isDeepStrictEqual(a, b), `${subject} is not the same when it is read again`);

/** The first instant of a span that no window contains; null if there is no gap. Windows may overlap. */
const gapIn = (span: Interval, windows: readonly Window[]): number | null => {
  const inOrder = [...windows].sort((a, b) => millisecondsOf(a.start) - millisecondsOf(b.start));
  let reached = millisecondsOf(span.start);
  for (const { start, end } of inOrder) {
    if (millisecondsOf(start) > reached) return reached;
    reached = Math.max(reached, millisecondsOf(end));
  }
  return reached < millisecondsOf(span.end) ? reached : null;
};

const insistOnWhole = (sale: Sale): void => {
  const id = sale.identity.recordId;
  insist(id !== '' && sale.identity.account !== '', 'a sale lacks its identity');
  insist(sale.occurredAt.endsWith('Z'), `${id}: occurredAt is not in UTC`);
  for (const line of sale.lines) {
    insist(
      Number.isSafeInteger(line.quantity) && line.quantity >= 1,
      `${id}: a quantity is not a whole number of at least 1`,
    );
    insist(typeof line.listed === 'bigint' && typeof line.discount === 'bigint', `${id}: an amount is not a bigint`);
    insist(line.discount >= 0n, `${id}: a discount is negative`);
  }
};

/** The promises about changes of sales on any date: catch-up depends on them. */
const changesPromises = (under: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence:
      'cuts a span of changes into windows without gap, with keys that are the same every time and those of no range',
    check: async () => {
      const { interval } = under.changed;
      const connector = under.open();
      const windows = must('changes', await connector.changes(interval)());
      const keys = windows.map(({ key }) => key);
      insist(new Set(keys).size === keys.length, 'two windows of the span have the same key');
      const again = must('changes', await under.open().changes(interval)());
      insist(
        isDeepStrictEqual(
          keys,
          again.map(({ key }) => key),
        ),
        'the keys of the span are not the same when it is asked for again',
      );
      const ofRange = must('windows', await connector.windows(under.range)()).map(({ key }) => key);
      insist(!keys.some((key) => ofRange.includes(key)), 'a window of changes has the key of a window of a range');
      insist(gapIn(interval, windows) === null, 'the windows do not cover the span');
      insist(
        windows.every(({ kind }) => kind === 'changed'),
        'a window of changes is not of the kind "changed"',
      );
    },
  },
  {
    sentence: 'hands out everything that changed in a span, page by page, as it is now',
    check: async () => {
      const { interval, recordIds } = under.changed;
      insist(recordIds.length > 0, 'no record is named that changed in the span; the suite would prove nothing');
      const connector = under.open();
      const results = new Map<string, unknown>();
      for (const window of must('changes', await connector.changes(interval)())) {
        const read = await readWindow(connector, window);
        insist(new Set(read.cursors).size === read.cursors.length, `a cursor of ${window.key} came twice`);
        for (const result of read.entries) results.set(recordIdOf(result), result);
      }
      for (const id of recordIds) {
        insist(results.has(id), `${id} changed in the span and is in none of its windows`);
        const alone = must(`readRecord ${id}`, await connector.readRecord(id)());
        insist(
          O.isSome(alone) && isDeepStrictEqual(results.get(id), alone.value),
          `${id} is not the same among the changes and when it is read alone`,
        );
      }
    },
  },
];

/** Payloads that no platform sends as the parsed body of a delivery. */
const unreadable: readonly unknown[] = [undefined, null, '', 'no json', 7, true, [], [[]]];

/** The promises about deliveries, as the platform signs them and as a host passes them on. */
const deliveryPromises = ({ open, delivery }: ConnectorUnderTest): readonly InterfacePromise[] => [
  {
    sentence: 'returns the same for a delivery that the host has verified as for the signed request',
    check: atOnce(() => {
      const { verified } = delivery;
      const request = arrived(delivery.request);
      const { receiveWebhook, receiveVerified } = open();
      const isGiven = receiveVerified === undefined || verified !== undefined;
      insist(isGiven, 'it has receiveVerified, and no verified delivery was given; the suite would prove nothing');
      const signed = request && withoutThrowing('receiveWebhook', () => receiveWebhook(request));
      const handed = verified && withoutThrowing('receiveVerified', () => receiveVerified?.(verified));
      for (const meaning of [signed, handed]) {
        if (meaning === undefined || E.isRight(meaning)) continue;
        insist(false, `it refused the delivery that it should understand. ${answerTo(meaning)}`);
      }
      const isSame = signed === undefined || handed === undefined || isDeepStrictEqual(meant(signed), meant(handed));
      insist(isSame, 'the signed and the verified delivery do not mean the same');
    }),
  },
  {
    sentence: 'refuses a verified delivery whose payload it cannot read, and throws nothing',
    check: atOnce(() => {
      const { receiveVerified } = open();
      const { topic = '', deliveryId = '' } = delivery.verified ?? {};
      for (const payload of receiveVerified === undefined ? [] : unreadable) {
        const meaning = withoutThrowing('receiveVerified', () => receiveVerified?.({ topic, deliveryId, payload }));
        insist(meaning === undefined || E.isLeft(meaning), 'it accepted an unreadable payload');
      }
    }),
  },
];

/** Returns the result; a throw fails the check. */
const withoutThrowing = <A>(what: string, receive: () => A): A => {
  try {
    return receive();
  } catch {
    throw new Error(`${what} threw instead of refusing`);
  }
};
