import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction, TaxService } from '../../src/domain/tax-service.ts';
import { aBody, aWire } from '../support/a-body.ts';
import { right } from '../support/right.ts';

export interface OpenTaxService {
  readonly service: TaxService;
  readonly close: () => Promise<void>;
}

const numbered = (n: number): string => aBody({ id: `shopify:1:${n}`, name: `Shopify #${n} · ${n}` });

const listed = async (service: TaxService): Promise<readonly StoredTransaction[]> => {
  const all: StoredTransaction[] = [];
  for (let cursor: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(cursor); isFirst = false) {
    const page = right(await service.list(cursor)());
    all.push(...page.transactions);
    cursor = page.next;
  }
  return all;
};

/**
 * What every way to the Tax Nexus Service promises. `open` gives one that holds nothing yet, for each test.
 */
export const describeTaxService = (name: string, open: () => Promise<OpenTaxService>): void => {
  describe(`the tax service: ${name}`, () => {
    let opened: OpenTaxService;
    const service = (): TaxService => opened.service;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(async () => {
      await opened.close();
    });

    it('holds nothing at first', async () => {
      expect(right(await service().list(O.none)())).toEqual({ transactions: [], next: O.none });
      expect(right(await service().find('shopify:1:1')())).toEqual(O.none);
    });

    it('accepts a transaction, then lists and finds it with the name and the amounts that it was given', async () => {
      const wire = aWire();
      expect(await service().push(aBody())()).toMatchObject({ _tag: 'Accepted' });
      expect(await listed(service())).toMatchObject([{ id: wire.id, name: wire.name }]);
      const found = right(await service().find(wire.id)());
      expect(O.isSome(found) && found.value).toMatchObject({ id: wire.id, total: wire.total });
    });

    it('reports that it exists when the same is pushed again', async () => {
      await service().push(aBody())();
      expect(await service().push(aBody())()).toEqual({ _tag: 'Exists' });
      expect(await listed(service())).toHaveLength(1);
    });

    it('reports that it exists when the id has another content, and keeps the first', async () => {
      await service().push(aBody())();
      const other = aWire({ marketplace: 'ETSY', name: 'Another name' });
      expect(await service().push(JSON.stringify(other))()).toEqual({ _tag: 'Exists' });
      expect(await listed(service())).toMatchObject([{ name: aWire().name }]);
    });

    it('reports that it exists when the name has another id', async () => {
      await service().push(aBody())();
      expect(await service().push(aBody({ id: 'shopify:1:other' }))()).toEqual({ _tag: 'Exists' });
    });

    it('refuses what is not a transaction', async () => {
      expect((await service().push('{"id":"shopify:1:1"}')())._tag).toBe('Refused');
      expect(await listed(service())).toEqual([]);
    });

    it('lists more than one page, newest first, each transaction once', async () => {
      const numbers = Array.from({ length: 130 }, (_, index) => index + 1);
      for (const n of numbers) expect(await service().push(numbered(n))()).toMatchObject({ _tag: 'Accepted' });
      const ids = (await listed(service())).map(({ id }) => id);
      expect(ids).toEqual(numbers.map((n) => `shopify:1:${n}`).reverse());
    });

    it('finds ids whatever characters are in them', async () => {
      const id = 'shopify:1:5/refund?x=1&y=é #2';
      await service().push(aBody({ id }))();
      const found = right(await service().find(id)());
      expect(O.isSome(found) && found.value.id).toBe(id);
    });

    it('keeps its word when asked many things at once', async () => {
      const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => service().push(numbered(n % 20))()));
      expect(replies.filter(({ _tag }) => _tag === 'Accepted')).toHaveLength(20);
      expect(replies.filter(({ _tag }) => _tag === 'Exists')).toHaveLength(20);
      expect(E.isRight(await service().list(O.none)())).toBe(true);
    });
  });
};
