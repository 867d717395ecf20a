import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { PageLookup, RemoteTransaction, ShownFields } from '../../../src/domain/sync-store.ts';
import { aCommit, anIntent } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';
const name = 'Shopify #1001 · 5012';

/** What the service lists of transactions whose names it writes in its own form, and whose ids may be its own. */
export const itKnowsNamesInAnyForm = ({ store }: Opened): void => {
  describe('as a keeper of names and values that the service shows', () => {
    let walk = 0;
    const list = async (...transactions: readonly RemoteTransaction[]): Promise<void> => {
      walk += 1;
      right(await store().saveRemoteIndexPage({ scan: walk, transactions, next: O.none, completesScan: true })());
    };
    const known = async (...wanted: readonly { readonly id: string; readonly name: string }[]): Promise<PageLookup> =>
      right(await store().lookUpTransactions('run-1', wanted)());
    const named = async (wanted: string): Promise<RemoteTransaction | undefined> =>
      (await known({ id: 'x', name: wanted })).remoteByName.get(wanted);

    it.each([
      ['in upper case', 'SHOPIFY #1001 · 5012'],
      ['without what is no letter and no digit', 'shopify 1001 5012'],
      ['as a part of an address', 'shopify-1001-5012'],
      ['with spaces around it', '  Shopify  #1001 ·  5012 '],
      ['with another dot', 'Shopify #1001 • 5012'],
    ])('finds a name that is listed %s', async (_, theirs) => {
      await list({ id: 'txn_1', name: theirs, shown: null });
      expect(await named(name)).toMatchObject({ id: 'txn_1' });
    });

    it('finds a name that lost its accents', async () => {
      await list({ id: 'txn_1', name: 'Cafe Zurich #1', shown: null });
      expect(await named('Café Zürich #1')).toMatchObject({ id: 'txn_1' });
    });

    it('distinguishes names that differ in a digit or its position', async () => {
      await list({ id: 'txn_1', name, shown: null });
      for (const other of ['Shopify #1001 · 5013', 'Shopify #1001', 'Shopify #100 · 15012', 'Shopify #10015012']) {
        expect(await named(other)).toBeUndefined();
      }
    });

    it('answers by the names that were asked for, each by its own', async () => {
      await list({ id: 'a', name: 'ONE', shown: null }, { id: 'b', name: 'TWO', shown: null });
      const { remoteByName } = await known({ id: 'x', name: 'One' }, { id: 'y', name: 'two' }, { id: 'z', name: '3' });
      expect([...remoteByName].map(([key, { id }]) => [key, id]).sort()).toStrictEqual([
        ['One', 'a'],
        ['two', 'b'],
      ]);
    });

    it('answers for each of two names that differ in their form alone', async () => {
      await list({ id: 'a', name: 'ONE', shown: null });
      const { remoteByName } = await known({ id: 'x', name: 'One' }, { id: 'y', name: 'one' });
      expect([...remoteByName.keys()].sort()).toStrictEqual(['One', 'one']);
    });

    it('takes no later word on the id of what was confirmed', async () => {
      const { id } = anIntent();
      right(await store().saveIntents([anIntent()], at)());
      for (const remoteId of ['txn_1', 'txn_2']) {
        const settledIntents = [{ id, status: 'confirmed', remoteId }] as const;
        right(await store().commitPage(aCommit('run-1', { settledIntents }), at)());
      }
      expect((await known({ id, name })).submissions.get(id)).toMatchObject({ remoteId: 'txn_1' });
    });

    it('gives back the values that the list showed, by id and by name', async () => {
      const shown: ShownFields = { total: '19.99', state: 'CA', transactedAt: '2026-02-03', lines: '1x100' };
      await list({ id: 'txn_1', name, shown });
      const { remoteById, remoteByName } = await known({ id: 'txn_1', name });
      expect(remoteById.get('txn_1')?.shown).toStrictEqual(shown);
      expect(remoteByName.get(name)?.shown).toStrictEqual(shown);
    });

    it('keeps the newest values, and takes no silence for a value', async () => {
      const of = (shown: ShownFields | null): RemoteTransaction => ({ id: 'a', name, shown });
      const shownNow = async (): Promise<ShownFields | null | undefined> =>
        (await known({ id: 'a', name })).remoteById.get('a')?.shown;
      await list(of({ total: '1' }));
      await list(of({ total: '2' }));
      expect(await shownNow()).toStrictEqual({ total: '2' });
      await list(of(null));
      expect(await shownNow()).toStrictEqual({ total: '2' });
      await list(of({}));
      expect(await shownNow()).toStrictEqual({});
    });

    it('shows the list’s fields of our own push, once they are listed', async () => {
      const { id } = anIntent();
      right(await store().saveIntents([anIntent()], at)());
      right(await store().commitPage(aCommit('run-1', { settledIntents: [{ id, status: 'confirmed' }] }), at)());
      const shownNow = async (): Promise<ShownFields | null | undefined> =>
        (await known({ id, name: anIntent().name })).remoteById.get(id)?.shown;
      expect(await shownNow()).toBeNull();
      await list({ id, name: null, shown: { total: '19.99' } });
      expect(await shownNow()).toStrictEqual({ total: '19.99' });
    });

    it('knows a push by the id that the service assigned, and by our name', async () => {
      const { id } = anIntent();
      right(await store().saveIntents([anIntent()], at)());
      const settled = [{ id, status: 'confirmed', remoteId: 'txn_7' }] as const;
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), at)());
      const { submissions, remoteById, remoteByName } = await known(
        { id, name: anIntent().name },
        { id: 'txn_7', name: 'another' },
      );
      expect(submissions.get(id)).toMatchObject({ status: 'confirmed', remoteId: 'txn_7', savedAt: at });
      expect([...remoteById].map(([key, present]) => [key, present.id]).sort()).toStrictEqual([
        [id, 'txn_7'],
        ['txn_7', 'txn_7'],
      ]);
      expect(remoteByName.get(anIntent().name)).toMatchObject({ id: 'txn_7' });
      expect(right(await store().findNewestConfirmed(1)())).toStrictEqual([
        { id, name: anIntent().name, remoteId: 'txn_7' },
      ]);
    });

    it('keeps the moment at which an intent was first saved, and that of a new one in the place of a refused one', async () => {
      const later = '2026-04-02T00:00:00Z';
      const savedAt = async (): Promise<string | undefined> =>
        (await known({ id: anIntent().id, name })).submissions.get(anIntent().id)?.savedAt;
      right(await store().saveIntents([anIntent()], at)());
      right(await store().saveIntents([anIntent()], later)());
      expect(await savedAt()).toBe(at);
      const settled = [{ id: anIntent().id, status: 'refused' }] as const;
      right(await store().commitPage(aCommit('run-1', { settledIntents: settled }), later)());
      right(await store().saveIntents([anIntent()], later)());
      expect(await savedAt()).toBe(later);
    });
  });
};
