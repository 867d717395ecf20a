import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { configure } from 'safe-stable-stringify';
import { sum } from '../../src/domain/money.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { toWire, wireText } from '../../src/domain/wire-transaction.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import type { Sale, SaleLine, TaxAmount } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { right } from '../support/right.ts';
import { reportCounts } from '../support/report-counts.ts';
import { anyPolicy, anySale } from './any-sale.ts';
import { cases } from './cases.ts';

let [tried, pushed] = [0, 0];
afterAll(() => reportCounts('Mapping', { 'sales mapped': tried, pushed }));

/** The transaction of a sale, or the reason why there is none. */
const tell = (policy: Policy, sale: Sale): Transaction | string => {
  const mapped = saleToTransaction(policy)(sale);
  tried += 1;
  if (E.isLeft(mapped)) return mapped.left.reason;
  pushed += 1;
  return mapped.right.transaction;
};

const taxOf = (taxes: readonly TaxAmount[]): bigint => sum(taxes.map(({ amount }) => amount));

/** What a buyer pays for a line, its taxes included. */
const paidFor = (sale: Sale, { listed, discount, taxes }: SaleLine): bigint =>
  listed - discount + (sale.pricesIncludeTax ? 0n : taxOf(taxes));

const paid = (sale: Sale): bigint =>
  sum(sale.lines.map((line) => paidFor(sale, line))) +
  sum(sale.shipping.map((one) => one.price - one.discount + (sale.pricesIncludeTax ? 0n : taxOf(one.taxes)))) +
  taxOf(sale.orderTaxes) -
  sale.orderDiscount;

const isSold =
  ({ tips, fees, duties }: Policy, country: string) =>
  ({ kind, taxes }: SaleLine): boolean => {
    switch (kind) {
      case 'goods':
        return true;
      case 'fee':
        return fees === 'send';
      case 'tip':
        return tips === 'send' || taxes.some(({ amount }) => amount !== 0n);
      case 'duty':
        return duties === 'send' || (duties === 'by destination' && country === 'US');
      case 'gift card':
        return false;
    }
  };

/** The seller remits the tax that was collected on a line which is not sent itself; that of a duty goes to the customs. */
const taxSentAlone = ({ kind, taxes }: SaleLine): readonly TaxAmount[] => (kind === 'duty' ? [] : taxes);

/** What does not depend on the order or the cut of the lines. */
const amountsIn = (result: Transaction | string): unknown => {
  if (typeof result === 'string') return result;
  const { subtotal, shippingHandling, taxCollected, total, discount, marketplace, shipToAddress } = result;
  return { subtotal, shippingHandling, taxCollected, total, discount, marketplace, shipToAddress };
};

const bodyOf = (result: Transaction | string): string =>
  typeof result === 'string' ? result : wireText(right(toWire(result)));

const shuffled = <A>(all: readonly A[]): fc.Arbitrary<A[]> =>
  fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });

/** A share of an amount, by percent. */
const shareOf = (amount: bigint, percent: bigint): bigint => (amount * percent) / 100n;

/** Every line that can be cut is cut in two; everything about it is shared out. */
const cutInTwo = (lines: readonly SaleLine[], percent: bigint): readonly SaleLine[] =>
  lines.flatMap((line) => {
    // A tip with tax is sold and one without is not, so a part without tax would be a change of what was sold.
    if (line.quantity < 2 || line.kind === 'tip') return [line];
    const part = (of: (amount: bigint) => bigint, id: string, quantity: number): SaleLine => ({
      ...line,
      id,
      quantity,
      listed: of(line.listed),
      discount: of(line.discount),
      taxes: line.taxes.map((tax) => ({ ...tax, amount: of(tax.amount) })),
    });
    const first = Math.max(1, Math.floor(line.quantity / 3));
    return [
      part((amount) => shareOf(amount, percent), line.id, first),
      part((amount) => amount - shareOf(amount, percent), `${line.id}-2`, line.quantity - first),
    ];
  });

const runs = cases(2_000);

describe('the money of any sale', () => {
  it('is all sent, or left out by a rule; both equations hold', () => {
    const property = fc.property(anySale, anyPolicy, (sale, policy) => {
      const result = tell(policy, sale);
      if (typeof result === 'string') return;
      const { lines, discount, subtotal, shippingHandling, taxCollected, total } = result;
      const goods = sum(lines.map(({ amount, quantity, discount: off }) => amount * BigInt(quantity) - off));
      expect([subtotal, total]).toStrictEqual([goods - discount, subtotal + shippingHandling + taxCollected]);

      const kept = sale.lines.filter(isSold(policy, result.shipToAddress.country));
      const leftOut = sale.lines.filter((line) => !kept.includes(line));
      const taxes = [...kept.flatMap((line) => line.taxes), ...sale.shipping.flatMap((one) => one.taxes)];
      const all = [...taxes, ...leftOut.flatMap(taxSentAlone), ...sale.orderTaxes];
      const byOthers = taxOf(all) - taxCollected;
      expect(paid(sale)).toBe(
        total + sum(leftOut.map((line) => paidFor(sale, line) - taxOf(taxSentAlone(line)))) + byOthers,
      );
      const seller = taxOf(all.filter(({ liable }) => liable === 'seller'));
      const unknown = taxOf(all.filter(({ liable }) => liable === 'unknown'));
      expect([0n, seller, seller + unknown]).toContain(taxCollected);
    });
    fc.assert(property, { numRuns: runs });
  });

  it('does not depend on the order in which a platform lists lines, shipping and taxes', () => {
    const pair = anySale.chain((sale) =>
      fc.tuple(fc.constant(sale), shuffled(sale.lines), shuffled(sale.shipping), shuffled(sale.orderTaxes)),
    );
    const property = fc.property(pair, anyPolicy, ([sale, lines, shipping, orderTaxes], policy) => {
      const other = tell(policy, { ...sale, lines, shipping, orderTaxes });
      expect(amountsIn(other)).toStrictEqual(amountsIn(tell(policy, sale)));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('does not depend on how a platform cuts it into lines', () => {
    const property = fc.property(anySale, anyPolicy, fc.bigInt({ min: 0n, max: 100n }), (sale, policy, percent) => {
      const other = tell(policy, { ...sale, lines: cutInTwo(sale.lines, percent) });
      expect(amountsIn(other)).toStrictEqual(amountsIn(tell(policy, sale)));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('is sent in the same words, to the byte, whenever the sale is read again', () => {
    const property = fc.property(anySale, anyPolicy, (sale, policy) => {
      expect(bodyOf(tell(policy, structuredClone(sale)))).toBe(bodyOf(tell(policy, sale)));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('is sent with the canonical text of its body: keys in order, for any sale', () => {
    const canonical = configure({ deterministic: true });
    const property = fc.property(anySale, anyPolicy, (sale, policy) => {
      const result = tell(policy, sale);
      if (typeof result === 'string') return;
      const wire = right(toWire(result));
      expect(wireText(wire)).toBe(canonical(wire));
    });
    fc.assert(property, { numRuns: runs });
  });

  it('was really sent, or else nothing of this means anything', () => {
    expect(pushed).toBeGreaterThan(tried / 2);
  });
});
