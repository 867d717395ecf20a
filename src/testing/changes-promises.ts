import { isDeepStrictEqual } from 'node:util';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../domain/date-range.ts';
import { millisecondsOf } from '../domain/instant.ts';
import type { Window } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';
import { insist, type InterfacePromise } from './promise.ts';
import { must, readWindow, recordIdOf } from './read-everything.ts';

/** The first instant of a span that no window holds; null when there is none. Windows may lie side by side. */
const gapIn = (span: Interval, windows: readonly Window[]): number | null => {
  const inOrder = [...windows].sort((a, b) => millisecondsOf(a.start) - millisecondsOf(b.start));
  let reached = millisecondsOf(span.start);
  for (const { start, end } of inOrder) {
    if (millisecondsOf(start) > reached) return reached;
    reached = Math.max(reached, millisecondsOf(end));
  }
  return reached < millisecondsOf(span.end) ? reached : null;
};

/** The promises about what changed, whenever its sale was made: catch-up lives by them. */
export const changesPromises = (under: ConnectorUnderTest): readonly InterfacePromise[] => [
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
