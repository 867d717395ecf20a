import { describe, expect, it } from '@jest/globals';
import type { StoredTransaction } from '../../../src/core/stored-transaction.ts';
import { toWire, wireText, type WireTransaction } from '../../../src/core/wire-transaction.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { isReworded } from '../../../src/sync/entry/is-reworded.ts';
import { aSale } from '../../support/a-sale.ts';
import { right } from '../../support/right.ts';

const wire = right(toWire(right(saleToTransaction(defaultPolicy)(aSale())).transaction));
const [line] = wire.lineItems;
const { state, zip, country } = wire.shipToAddress;

/** What was told, and is the same by now but for these; beside it what the service says of it. */
const isWordsAlone = (now: Partial<WireTransaction>, said: Readonly<Record<string, unknown>> = {}): boolean => {
  const stored: StoredTransaction = { ...wire, ...said };
  return isReworded({ body: wireText({ ...wire, ...now }) }, stored);
};

const renamed: Partial<WireTransaction> = {
  lineItems: wire.lineItems.map((one) => ({ ...one, productName: 'another name' })),
};

describe('a sale that changed after it was told', () => {
  it.each<readonly [string, Partial<WireTransaction>, Readonly<Record<string, unknown>>]>([
    ['a product was renamed', renamed, {}],
    ['the street was written out', { shipToAddress: { ...wire.shipToAddress, line1: '1 Main Street' } }, {}],
    [
      'the service keeps the least that it needs',
      renamed,
      { subtotal: undefined, currency: undefined, name: undefined },
    ],
    ['the service says only the place', renamed, { shipToAddress: { state, zip, country } }],
    ['amounts come back as texts', renamed, { total: String(wire.total), taxCollected: wire.taxCollected.toFixed(2) }],
    ['the service says what is empty', renamed, { entity: null, purpose: '', marketplace: null }],
  ])('changed in words alone: %s', (_, now, said) => {
    expect(isWordsAlone(now, said)).toBe(true);
  });

  it.each<readonly [string, Partial<WireTransaction>]>([
    ['for resale', { purpose: 'RESALE' }],
    ['of an exempt buyer', { entity: 'NON_PROFIT' }],
    ['of a marketplace', { marketplace: 'EBAY' }],
  ])('changed when it is %s now, though the service leaves out what is empty', (_, now) => {
    expect(isWordsAlone(now)).toBe(false);
    expect(isWordsAlone({}, now)).toBe(false);
  });

  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['total', { total: undefined }],
    ['tax', { taxCollected: null }],
    ['lines', { lineItems: null }],
    ['place', { shipToAddress: null }],
    ['state', { shipToAddress: { zip, country } }],
    ['ZIP', { shipToAddress: { state, country } }],
  ])('may have changed in more than words where the service does not say its %s', (_, said) => {
    expect(isWordsAlone(renamed, said)).toBe(false);
  });

  it('changed when its lines did, whatever their order', () => {
    const two = [line, { ...line, id: '2', amount: 5 }] as WireTransaction['lineItems'];
    expect(isWordsAlone({ lineItems: two }, { lineItems: two.toReversed() })).toBe(true);
    expect(isWordsAlone({ lineItems: two }, { lineItems: [line, line] })).toBe(false);
  });
});
