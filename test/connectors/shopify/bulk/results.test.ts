import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceConnector, Window } from '../../../../src/mapping/source-connector.ts';
import { left, right } from '../../../support/right.ts';
import { byId, idOf, readAll, readWindow, withBulkShop } from './a-bulk-shop.ts';
import { itInAll } from '../../../support/it-in-all.ts';

const month = { from: '2025-03-01', to: '2025-03-31' };
/** So many orders that the result of the month has several parts. */
const dense = 12_000;

const windowOf = async (source: SourceConnector): Promise<Window> => {
  const [window] = right(await source.windows(month)());
  if (window === undefined) throw new Error('the month has no window');
  return window;
};

describe('the result of a bulk operation', () => {
  itInAll('is read in parts, each from the byte where the one before ended, in any process', async () => {
    await withBulkShop({ orders: dense, bulk: { outcomes: ['addressExpires'] } }, async ({ open, shop }) => {
      const window = await windowOf(open());
      const { results, cursors } = await readWindow(open(), window);
      expect(shop.answers()['result 206']).toBeGreaterThan(2);
      // The address was served once; later readers got a new one.
      expect(shop.answers()['result 400']).toBe(1);
      const middle = cursors.at(-1);
      const rest = await readWindow(open(), window, O.fromNullable(middle));
      expect(rest.results.length).toBeGreaterThan(0);
      expect(rest.results.length).toBeLessThan(results.length);
      expect(results.slice(-rest.results.length)).toStrictEqual(rest.results);
      expect(new Set(results.map(idOf)).size).toBe(results.length);
    });
  });

  it.each([
    ['breaks off', { kind: 'drop', when: 'before' }, 'SourceUnreachable'],
    ['breaks off half way', { kind: 'half', when: 'after' }, 'SourceUnreachable'],
    ['is not served for a moment', { kind: 'status', status: 503, when: 'before' }, 'SourceUnreachable'],
  ] as const)('that %s is asked for again from the same byte', async (_, fault, error) => {
    await withBulkShop({ faults: [{ on: 'result', times: 1, fault }] }, async ({ open, shop }) => {
      const source = open();
      const window = await windowOf(source);
      const { next } = right(await source.readPage(window, O.none)());
      expect(left(await source.readPage(window, next)())).toMatchObject({ _tag: error });
      const { results } = await readWindow(source, window, next);
      expect(byId(results)).toStrictEqual(byId(await readAll(open('pages'), month)));
      expect(shop.answers()['result 206']).toBe(fault.kind === 'half' ? 2 : 1);
    });
  });

  it('whose address is refused for good is prepared again', async () => {
    const fault = { kind: 'status', status: 403, when: 'before' } as const;
    await withBulkShop({ faults: [{ on: 'result', times: 1, fault }] }, async ({ open }) => {
      const results = await readAll(open(), month);
      expect(byId(results)).toStrictEqual(byId(await readAll(open('pages'), month)));
    });
  });

  it('is never named in an error', async () => {
    const fault = { kind: 'drop', when: 'before' } as const;
    await withBulkShop({ faults: [{ on: 'result', fault }] }, async ({ open, shop }) => {
      const source = open();
      const window = await windowOf(source);
      const { next } = right(await source.readPage(window, O.none)());
      const output = JSON.stringify([next, left(await source.readPage(window, next)())]);
      for (const secret of ['signature', 'bulk-results', 'http', shop.accessToken])
        expect(output).not.toContain(secret);
    });
  });
});
