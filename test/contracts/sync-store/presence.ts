import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type {
  PageLookup,
  RemoteTransaction,
  RemoteIndexPage,
  RemoteIndexState,
} from '../../../src/domain/sync-store.ts';
import { aCommit, anIntent } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

/** By its key, as the book keeps names. */
const keyOf = (id: string): string => `name-of-${id}`;

const aPresence = ({ id = 'a', ...differences }: Partial<RemoteTransaction> = {}): RemoteTransaction => ({
  id,
  name: `name of ${id}`,
  shown: null,
  ...differences,
});

const page = (walk: number, ids: readonly string[], differences: Partial<RemoteIndexPage> = {}): RemoteIndexPage => ({
  scan: walk,
  transactions: ids.map((id) => aPresence({ id })),
  next: O.none,
  completesScan: true,
  ...differences,
});

const unfinished = (cursor: string): Partial<RemoteIndexPage> => ({ next: O.some(cursor), completesScan: false });

export const itKeepsPresence = ({ store }: Opened): void => {
  describe('as a keeper of what the service lists', () => {
    const save = async (listed: RemoteIndexPage): Promise<number> => right(await store().saveRemoteIndexPage(listed)());
    const state = async (): Promise<RemoteIndexState> => right(await store().remoteIndexState());
    const known = async (id: string, name = `name of ${id}`): Promise<PageLookup> =>
      right(await store().lookUpTransactions('run-1', [{ id, name }])());

    it('has seen nothing at first', async () => {
      expect(await state()).toStrictEqual({ scan: 0, isComplete: false, cursor: O.none });
    });

    it('goes on in the middle of an unfinished first walk', async () => {
      await save(page(1, ['a'], unfinished('page-2')));
      expect(await state()).toStrictEqual({ scan: 1, isComplete: false, cursor: O.some('page-2') });
      await save(page(1, ['b']));
      expect(await state()).toStrictEqual({ scan: 1, isComplete: true, cursor: O.none });
    });

    it('goes on in the middle of an unfinished later walk', async () => {
      await save(page(1, ['a']));
      await save(page(2, ['c'], unfinished('page-2')));
      expect(await state()).toStrictEqual({ scan: 2, isComplete: true, cursor: O.some('page-2') });
      await save(page(2, ['b']));
      expect(await state()).toStrictEqual({ scan: 2, isComplete: true, cursor: O.none });
      expect(await save(page(3, ['c', 'b', 'a']))).toBe(3);
    });

    it('counts what a walk up to a given one had seen, whatever later ones saw', async () => {
      await save(page(1, ['a']));
      await save(page(2, ['b', 'a']));
      await save(page(3, ['b', 'a']));
      expect(await save(page(4, ['c', 'b', 'a'], { knownBy: 3 }))).toBe(2);
      expect(await save(page(5, ['c', 'b', 'a'], { knownBy: 1 }))).toBe(1);
      expect(await save(page(6, ['c', 'b', 'a'], { knownBy: 0 }))).toBe(0);
      expect(await save(page(7, ['c', 'b', 'a'], { knownBy: 9 }))).toBe(3);
    });

    it('keeps the place of the latest walk when an earlier one, of another process, goes on next to it', async () => {
      await save(page(1, ['a']));
      await save(page(2, ['d'], unfinished('page-2')));
      await save(page(3, ['e'], unfinished('head-2')));
      await save(page(2, ['c'], unfinished('page-3')));
      await save(page(2, ['b']));
      expect(await state()).toStrictEqual({ scan: 3, isComplete: true, cursor: O.some('head-2') });
    });

    it('does not begin a walk again that another process has ended', async () => {
      await save(page(1, ['a']));
      await save(page(1, ['a'], unfinished('page-2')));
      expect(await state()).toStrictEqual({ scan: 1, isComplete: true, cursor: O.none });
    });

    it('takes what was asked for by id, without moving a walk', async () => {
      await save(page(0, ['a'], { completesScan: false }));
      expect(await state()).toStrictEqual({ scan: 0, isComplete: false, cursor: O.none });
      expect((await known('a')).remoteById.get('a')).toStrictEqual(aPresence({ name: keyOf('a') }));
      await save(page(1, ['c'], unfinished('page-2')));
      await save(page(0, ['b'], { completesScan: false }));
      expect(await state()).toStrictEqual({ scan: 1, isComplete: false, cursor: O.some('page-2') });
      await save(page(1, ['a']));
      expect(await save(page(2, ['c', 'b', 'a']))).toBe(2);
    });

    it('finds listed transactions by id and by name, also those of other clients', async () => {
      await save(page(1, ['a']));
      expect((await known('a')).remoteById.get('a')).toStrictEqual(aPresence({ name: keyOf('a') }));
      const otherStorefronts = await known('mine', 'name of a');
      expect(otherStorefronts.remoteById.size).toBe(0);
      expect(otherStorefronts.remoteByName.get('name of a')).toStrictEqual(aPresence({ name: keyOf('a') }));
    });

    it('takes a transaction without a name, and its name when it is sent later', async () => {
      await save(page(1, ['a'], { transactions: [aPresence({ name: null })] }));
      expect((await known('a')).remoteById.get('a')).toStrictEqual(aPresence({ name: null }));
      await save(page(2, ['a']));
      expect((await known('a')).remoteByName.get('name of a')).toStrictEqual(aPresence({ name: keyOf('a') }));
      await save(page(3, ['a'], { transactions: [aPresence({ name: null })] }));
      expect((await known('a')).remoteById.get('a')).toStrictEqual(aPresence({ name: keyOf('a') }));
    });

    it('names one and the same of two that share a name', async () => {
      const shared = ['b', 'a'].map((id) => aPresence({ id, name: 'same' }));
      await save(page(1, [], { transactions: shared }));
      expect((await known('x', 'same')).remoteByName.get('same')).toStrictEqual(aPresence({ name: 'same' }));
    });

    it('counts how many an earlier complete walk has seen', async () => {
      expect(await save(page(1, ['b', 'a']))).toBe(0);
      expect(await save(page(2, ['d', 'c', 'b'], unfinished('page-2')))).toBe(1);
      expect(await save(page(2, ['a']))).toBe(1);
      expect(await save(page(3, ['d', 'c', 'b', 'a']))).toBe(4);
    });

    it('does not count what only an unfinished walk has seen', async () => {
      await save(page(1, ['a']));
      await save(page(2, ['c', 'b'], unfinished('page-2')));
      expect(await save(page(3, ['c', 'b', 'a']))).toBe(1);
    });

    it('goes on counting what was given another name since', async () => {
      await save(page(1, ['a']));
      await save(page(2, [], { transactions: [aPresence({ name: 'new name' })], ...unfinished('page-2') }));
      expect(await save(page(3, ['a']))).toBe(1);
    });

    it('does not count what slipped onto the next page of one walk', async () => {
      await save(page(1, ['b'], unfinished('page-2')));
      expect(await save(page(1, ['b', 'a']))).toBe(0);
    });

    it('counts what is listed twice on one page twice, so that "all of them" can be sent', async () => {
      await save(page(1, ['a']));
      expect(await save(page(2, ['a', 'a']))).toBe(2);
    });

    it('counts our own pushes only after a walk has come by', async () => {
      await save(page(1, ['a']));
      right(await store().saveIntents([anIntent({ id: 'b' })], '2026-04-01T00:00:00Z')());
      const settled = [{ id: 'b', status: 'confirmed' as const }];
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), '2026-04-01T00:00:00Z')());
      expect(await save(page(2, ['b', 'a']))).toBe(1);
      expect(await save(page(3, ['b', 'a']))).toBe(2);
    });

    it('completes a walk over an empty service', async () => {
      expect(await save(page(1, []))).toBe(0);
      expect(await state()).toStrictEqual({ scan: 1, isComplete: true, cursor: O.none });
    });
  });
};
