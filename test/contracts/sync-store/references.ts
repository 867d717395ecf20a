import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SaleOwner, SaleReference } from '../../../src/domain/sync-store.ts';
import { aCommit, anIntent, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';
const later = '2026-04-01T00:00:05Z';
const order = 'shopify:order:5';
const payment = 'stripe:pi_1';
const ofShop = { id: 'shopify:1:5', storefront: 'us-store' };
const ofStripe = { id: 'stripe:acct:ch_1', storefront: 'stripe' };

export const itKeepsReferences = ({ store }: Opened): void => {
  describe('as a keeper of what storefronts know of one another', () => {
    const owners = async (reference: string, runId = 'run-1'): Promise<readonly SaleOwner[] | undefined> =>
      right(await store().lookUpTransactions(runId, [{ id: 'x', name: 'x', references: [reference] }])()).owners.get(
        reference,
      );
    const note = async (owner: SaleOwner, differences: Partial<SaleReference> = {}, runId = 'run-1', when = at) => {
      const references = [{ reference: payment, id: owner.id, isPushed: true, ...differences }];
      right(await store().commitPage(aCommit(runId, { storefront: owner.storefront, references }), when)());
    };
    const claim = async (owner: SaleOwner, references = [payment]): Promise<ReadonlyMap<string, SaleOwner>> =>
      right(await store().saveIntents([anIntent({ ...owner, name: owner.id, references })], at)()).claimed;
    const statusOf = async (id: string): Promise<string | undefined> =>
      right(await store().lookUpTransactions('run-1', [{ id, name: id }])()).submissions.get(id)?.status;
    const settle = async (status: 'confirmed' | 'refused', { id } = ofShop): Promise<void> => {
      right(await store().commitPage(aCommit('run-1', { settledIntents: [{ id, status }] }), at)());
    };

    it('knows no owner of a sale that was not sent', async () => {
      expect(await owners(payment)).toBeUndefined();
    });

    it('finds the owner of a sale by each of its references', async () => {
      right(
        await store().commitPage(
          aCommit('run-1', {
            references: [order, payment].map((reference) => ({ reference, id: ofShop.id, isPushed: true })),
          }),
          at,
        )(),
      );
      expect([await owners(order), await owners(payment)]).toStrictEqual([[ofShop], [ofShop]]);
    });

    it('names several owners in their first order, also when one is noted again', async () => {
      await note(ofStripe);
      await note(ofShop, {}, 'run-1', later);
      await note(ofStripe, {}, 'run-1', '2026-04-02T00:00:00Z');
      expect(await owners(payment)).toStrictEqual([ofStripe, ofShop]);
    });

    it('claims the references of an intent with it', async () => {
      expect((await claim(ofShop)).size).toBe(0);
      expect(await owners(payment)).toStrictEqual([ofShop]);
    });

    it('does not save an intent whose sale another storefront owns, and names the owner', async () => {
      await claim(ofShop, [order, payment]);
      expect([...(await claim(ofStripe, ['stripe:ch_1', payment]))]).toStrictEqual([[ofStripe.id, ofShop]]);
      expect(await statusOf(ofStripe.id)).toBeUndefined();
      expect(await owners('stripe:ch_1')).toBeUndefined();
    });

    it('saves the others of the same page', async () => {
      await claim(ofShop);
      const other = { ...ofStripe, id: 'stripe:acct:ch_2' };
      const intents = [
        anIntent({ ...ofStripe, references: [payment] }),
        anIntent({ ...other, references: ['stripe:pi_2'] }),
      ];
      expect([...right(await store().saveIntents(intents, at)()).claimed.keys()]).toStrictEqual([ofStripe.id]);
      expect(await statusOf(other.id)).toBe('intent');
    });

    it('lets a storefront claim a reference for two of its own transactions, and one for its own a second time', async () => {
      await claim(ofShop);
      expect((await claim({ ...ofShop, id: 'shopify:1:6' })).size).toBe(0);
      expect((await claim(ofShop)).size).toBe(0);
    });

    it('never counts a transaction as another storefront’s, even if its storefront was renamed', async () => {
      await claim(ofShop);
      expect((await claim({ ...ofShop, storefront: 'renamed' })).size).toBe(0);
    });

    it('lets a storefront with a new name claim for a second transaction of its account what the first one claimed', async () => {
      await claim(ofShop);
      expect((await claim({ storefront: 'renamed', id: 'shopify:1:6' })).size).toBe(0);
      expect((await claim({ storefront: 'renamed', id: 'shopify:12:6' })).size).toBe(1);
    });

    it('frees what the service refused for good, and only that', async () => {
      await claim(ofShop);
      await settle('refused');
      expect(await owners(payment)).toBeUndefined();
      expect((await claim(ofStripe)).size).toBe(0);
    });

    it('keeps the references of a confirmed transaction, whatever its later outcome', async () => {
      await claim(ofShop);
      await settle('confirmed');
      await settle('refused');
      expect(await owners(payment)).toStrictEqual([ofShop]);
    });

    describe('in a dry run', () => {
      const open = async (id: string): Promise<void> => {
        right(await store().openRun(aRequest({ dryRun: true, storefronts: [id] }), { id, at })());
      };

      it('shows the references of a dry run to that run only, after the ones that were sent', async () => {
        await open('dry');
        await open('other');
        await note(ofStripe, { isPushed: false }, 'dry');
        expect([await owners(payment, 'dry'), await owners(payment, 'other'), await owners(payment)]).toStrictEqual([
          [ofStripe],
          undefined,
          undefined,
        ]);
        await note(ofShop, {}, 'run-1', later);
        expect(await owners(payment, 'dry')).toStrictEqual([ofShop, ofStripe]);
      });

      it('lets what would be sent claim nothing', async () => {
        await open('dry');
        await note(ofStripe, { isPushed: false }, 'dry');
        expect((await claim(ofShop)).size).toBe(0);
      });

      it('forgets it when the run is finished, and not before', async () => {
        await open('dry');
        await note(ofStripe, { isPushed: false }, 'dry');
        right(await store().closeRun('dry', 'paused', at)());
        expect(await owners(payment, 'dry')).toStrictEqual([ofStripe]);
        right(await store().closeRun('dry', 'finished', at)());
        expect(await owners(payment, 'dry')).toBeUndefined();
      });
    });

    describe('of which some was lost', () => {
      let walks = 0;
      const list = async (...ids: readonly string[]): Promise<void> => {
        walks += 1;
        const transactions = ids.map((id) => ({ id, name: `name of ${id}`, shown: null }));
        right(await store().saveRemoteIndexPage({ scan: walks, transactions, next: O.none, completesScan: true })());
      };
      const unreferenced = async (platform: string): Promise<boolean> =>
        right(await store().hasSalesWithoutReferences(platform)());

      it('reports by platform whether the service lists sales without stored references', async () => {
        await list(ofShop.id, ofStripe.id, 'stripes:1:1');
        await note(ofShop);
        expect([await unreferenced('shopify'), await unreferenced('stripe')]).toStrictEqual([false, true]);
        await note(ofStripe);
        expect(await unreferenced('stripe')).toBe(false);
      });

      it('learns of it with the next walk through the list', async () => {
        expect(await unreferenced('stripe')).toBe(false);
        await list(ofStripe.id, 'stripe:acct:ch_2');
        expect(await unreferenced('stripe')).toBe(true);
        await note(ofStripe);
        expect(await unreferenced('stripe')).toBe(true);
        await note({ ...ofStripe, id: 'stripe:acct:ch_2' });
        expect(await unreferenced('stripe')).toBe(false);
        await list('stripe:acct:ch_3', ofStripe.id);
        expect(await unreferenced('stripe')).toBe(true);
      });

      it('does not count refunds, edits and returns, which have none, nor those of a dry run', async () => {
        await list(ofShop.id, ...['refund', 'edit', 'return'].map((kind) => `${ofShop.id}:${kind}:9`));
        right(await store().openRun(aRequest({ dryRun: true }), { id: 'dry', at })());
        await note(ofShop, { isPushed: false }, 'dry');
        expect(await unreferenced('shopify')).toBe(true);
        await note(ofShop);
        expect(await unreferenced('shopify')).toBe(false);
      });
    });
  });
};
