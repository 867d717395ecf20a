import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { asCharged } from '../../src/mapping/as-charged.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import { refundToTransaction, sentAdjustments } from '../../src/mapping/refund-to-transaction.ts';
import type { Amendment, LineKind, Sale, SaleLine } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { cases } from '../fuzz/cases.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { left, right } from '../support/right.ts';

const nothing = { amount: 0n, tax: 0n };

const tax = (amount: bigint): SaleLine['taxes'] =>
  amount === 0n ? [] : [{ amount, liable: 'seller', title: 'CA State Tax' }];

const giftCard = aLine({ id: '70', kind: 'gift card', name: 'Gift card', listed: 5_000n, taxes: [] });
const lamp = aLine({ id: '72', name: 'Lamp', listed: 3_000n, taxes: tax(218n) });

/** A paid edit that adds lines. */
const adding = (lines: readonly SaleLine[], differences: Partial<Amendment> = {}): Amendment => {
  const parts = lines.map(({ id, quantity, listed, taxes }) => ({
    lineId: id,
    quantity,
    amount: -listed,
    tax: -taxes.reduce((all, { amount }) => all + amount, 0n),
  }));
  return {
    kind: 'edit',
    id: '801',
    occurredAt: '2026-03-05T10:00:00Z',
    isSettled: true,
    lines: parts,
    shipping: nothing,
    adjustment: nothing,
    total: parts.reduce((all, part) => all + part.amount + part.tax, 0n),
    message: 'the order was edited after it was placed',
    ...differences,
  };
};

const placedAs = (line: SaleLine, differences: Partial<Sale>): Sale =>
  aSale({
    lines: [line],
    shipping: [],
    statedTotal: line.listed + line.taxes.reduce((all, { amount }) => all + amount, 0n),
    addedLines: [lamp],
    ...differences,
  });

const sent = (sale: Sale, policy: Policy = defaultPolicy) => {
  const charged = right(asCharged(policy, sale));
  return { charged, transaction: right(saleToTransaction(policy)(charged)).transaction };
};

describe('goods that are added to what was no sale by itself', () => {
  it.each<[string, SaleLine, Partial<Policy>]>([
    ['a gift card alone', giftCard, {}],
    ['a tip alone', aLine({ id: '70', kind: 'tip', name: 'Tip', listed: 500n, taxes: [] }), {}],
    [
      'a free order, where the policy leaves those out',
      aLine({ id: '70', listed: 0n, taxes: [] }),
      { zeroTotals: 'skip' },
    ],
  ])('are the sale, on the day on which they were added: %s', (_, line, policy) => {
    const { transaction } = sent(placedAs(line, { amendments: [adding([lamp])] }), { ...defaultPolicy, ...policy });
    expect(transaction).toMatchObject({
      id: 'shopify:548380009:5012345678:edit:801',
      name: 'Shopify #1001 · 5012345678 · edit 801',
      transactedAt: '2026-03-05T10:00:00Z',
      total: 3_218n,
      taxCollected: 218n,
    });
  });

  it('are not the sale before they are paid', () => {
    const sale = placedAs(giftCard, { amendments: [adding([lamp], { isSettled: false })] });
    expect(right(asCharged(defaultPolicy, sale))).toBe(sale);
  });

  it('are no sale where only another gift card was added', () => {
    const other = aLine({ id: '73', kind: 'gift card', name: 'Gift card', listed: 2_500n, taxes: [] });
    const sale = placedAs(giftCard, { addedLines: [other], amendments: [adding([other])] });
    expect(left(saleToTransaction(defaultPolicy)(right(asCharged(defaultPolicy, sale))))).toMatchObject({
      reason: 'gift cards only',
    });
  });

  it('are held with their amount where the platform does not show for what they were paid', () => {
    const sale = placedAs(giftCard, { amendments: [adding([lamp], { isUnclear: true })] });
    expect(left(asCharged(defaultPolicy, sale))).toMatchObject({
      _tag: 'Held',
      message: expect.stringContaining('32.18 USD were added later'),
    });
  });

  it('stay an addition of their own to a sale that had goods', () => {
    const sale = placedAs(aLine(), { amendments: [adding([lamp])] });
    expect(right(asCharged(defaultPolicy, sale))).toBe(sale);
  });
});

const kinds: readonly LineKind[] = ['goods', 'gift card', 'tip', 'fee'];

const anyLine = (id: string): fc.Arbitrary<SaleLine> =>
  fc
    .record({
      kind: fc.constantFrom(...kinds),
      listed: fc.bigInt({ min: 0n, max: 9_999n }),
      tax: fc.bigInt({ min: 0n, max: 99n }),
    })
    .map(({ kind, listed, tax: amount }) =>
      aLine({ id, kind, name: kind, listed, taxes: kind === 'goods' && listed > 0n ? tax(amount) : [] }),
    );

/** What was placed, and what was added by paid edits, each a day after the other. */
const anyOrder = fc
  .record({
    placed: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    additions: fc.array(fc.nat(), { maxLength: 3 }),
  })
  .chain(({ placed, additions }) =>
    fc.record({
      lines: fc.tuple(...placed.map((_, index) => anyLine(`p${index}`))),
      added: fc.tuple(...additions.map((_, index) => anyLine(`a${index}`))),
    }),
  )
  .map(({ lines, added }): Sale => {
    const amountOf = ({ listed, taxes }: SaleLine): bigint =>
      listed + taxes.reduce((all, { amount }) => all + amount, 0n);
    return aSale({
      lines,
      shipping: [],
      statedTotal: lines.reduce((all, line) => all + amountOf(line), 0n),
      addedLines: added,
      amendments: added.map((line, index) =>
        adding([line], { id: `80${index}`, occurredAt: `2026-03-0${index + 1}T10:00:00Z` }),
      ),
    });
  });

describe('nothing that received money is out of sight', () => {
  it('money received = sent + left out by its kind + held, to the cent', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom('send' as const, 'skip' as const), (order, zeroTotals) => {
        const policy: Policy = { ...defaultPolicy, zeroTotals };
        const all = [...order.lines, ...(order.addedLines ?? [])];
        const taxesOf = ({ taxes }: SaleLine): bigint => taxes.reduce((sum, { amount }) => sum + amount, 0n);
        const received = all.reduce((sum, line) => sum + line.listed + taxesOf(line), 0n);
        const leftOut = all
          .filter(({ kind }) => kind === 'gift card' || kind === 'tip')
          .reduce((sum, line) => sum + line.listed + taxesOf(line), 0n);
        const sale = right(asCharged(policy, order));
        const mapped = saleToTransaction(policy)(sale);
        if (E.isLeft(mapped)) {
          // Nothing of it is a sale of goods.
          expect(received - leftOut).toBe(0n);
          return;
        }
        const later = sentAdjustments(policy, sale).map((change) =>
          refundToTransaction(sale, mapped.right, policy)(change),
        );
        const sentLater = later.reduce((sum, one) => sum + (E.isRight(one) ? one.right.transaction.total : 0n), 0n);
        expect(mapped.right.transaction.total + sentLater).toBe(received - leftOut);
      }),
      { numRuns: cases(300) },
    );
  });
});
