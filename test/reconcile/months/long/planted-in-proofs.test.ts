import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Sale } from '../../../../src/mapping/sale.ts';
import type { SourceConnector, SourceResult } from '../../../../src/mapping/source-connector.ts';
import { checkMonths, Untrue } from '../check-months.ts';

type Bug = (connector: SourceConnector) => SourceConnector;

const onSales =
  (change: (sale: Sale) => Sale, alsoAlone: boolean): Bug =>
  (connector) => {
    const changed = (result: SourceResult): SourceResult => E.map(change)(result);
    return {
      ...connector,
      readPage: (window, from) =>
        TE.map(
          ({ results, ...page }: { readonly results: readonly SourceResult[]; readonly next: O.Option<string> }) => ({
            ...page,
            results: window.kind === 'changed' ? results.map(changed) : results,
          }),
        )(connector.readPage(window, from)),
      readRecord: (id) => (alsoAlone ? TE.map(O.map(changed))(connector.readRecord(id)) : connector.readRecord(id)),
    };
  };

/** A cache that is never emptied. */
const remembersRefunds: Bug = (connector) => {
  const seen = new Map<string, Sale['refunds']>();
  return onSales((sale) => {
    const before = seen.get(sale.identity.recordId) ?? [];
    const refunds = [...sale.refunds, ...before.filter(({ id }) => !sale.refunds.some((one) => one.id === id))];
    seen.set(sale.identity.recordId, refunds);
    return { ...sale, refunds };
  }, true)(connector);
};

const bugs: readonly (readonly [string, Bug])[] = [
  ['reads no changes', (connector) => ({ ...connector, changes: () => TE.right([]) })],
  [
    'reads changes only to the end of the month, where later ones hide them',
    (connector) => ({
      ...connector,
      changes: ({ start, end }, ...others) => {
        const month = new Date(Date.parse(start) + 30 * 86_400_000).toISOString();
        return connector.changes({ start, end: month < end ? month : end }, ...others);
      },
    }),
  ],
  [
    'takes every sale for paid on its own day',
    onSales((sale) => ({ ...sale, madeAt: sale.occurredAt, paidAt: [sale.occurredAt] }), false),
  ],
  ['does not follow refunds and edits', onSales((sale) => ({ ...sale, refunds: [], amendments: [] }), true)],
  ['remembers refunds that the platform took back', remembersRefunds],
];

/** Lives through histories of a shop until a proof says what is not true. */
const isFound = async (bug: Bug): Promise<boolean> => {
  for (const seed of [3, 2, 6, 9, 12, 15, 18, 21, 24, 27, 30]) {
    try {
      await checkMonths(seed, 'shopify', { isSpoilt: seed % 2 === 0, undoes: true }, bug);
    } catch (thrown) {
      if (thrown instanceof Untrue) return true;
      throw thrown;
    }
  }
  return false;
};

describe('a bug that is planted into the proof', () => {
  it.each(bugs)(
    'is found: it %s',
    async (_, bug) => {
      expect(await isFound(bug)).toBe(true);
    },
    300_000,
  );
});
