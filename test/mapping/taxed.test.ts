import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { refundToTransaction } from '../../src/mapping/refund-to-transaction.ts';
import { inReportingCurrency } from '../../src/mapping/reporting-currency.ts';
import type { Refund, Sale, TaxAmount } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { freezeBody } from '../../src/pipeline/freeze-body.ts';
import { anySale } from '../fuzz/any-sale.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const tax: TaxAmount = { amount: 725n, liable: 'seller', title: 'CA State Tax' };
const untaxed = aLine({ id: '72', listed: 3_000n, taxes: [] });
const { destinations } = aSale();

const taxedOf = (sale: Sale): bigint | null => right(saleToTransaction(defaultPolicy)(sale)).taxed;

const refunded = (sale: Sale, differences: Partial<Refund>): bigint | null => {
  const mapped = right(saleToTransaction(defaultPolicy)(sale));
  const refund = aRefund({ lines: [], adjustment: { amount: 0n, tax: 0n }, ...differences });
  const parts = [...refund.lines, refund.shipping, refund.adjustment];
  const total = parts.reduce((all, part) => all + part.amount + part.tax, 0n);
  return right(refundToTransaction(sale, mapped)({ ...refund, total })).taxed;
};

describe('what the platform states not to be taxable', () => {
  const known = (sale: Sale): bigint | undefined => right(saleToTransaction(defaultPolicy)(sale)).notTaxable;
  const bread = { ...untaxed, isTaxable: false } as const;

  it('is the price of its lines, after discounts, and not of lines that were merely not taxed', () => {
    expect(known(aSale({ lines: [aLine(), untaxed] }))).toBe(0n);
    expect(known(aSale({ lines: [aLine(), { ...bread, discount: 1_000n }] }))).toBe(2_000n);
    // Shipping follows the goods that it was for.
    expect(known(aSale({ lines: [bread] }))).toBe(3_500n);
  });

  it('has its share of a discount of the whole order', () => {
    expect(known(aSale({ lines: [bread], orderDiscount: 500n }))).toBe(3_000n);
    expect(known(aSale({ lines: [aLine({ listed: 9_000n }), bread], orderDiscount: 1_200n }))).toBe(2_700n);
  });

  it('is all of what an exempt buyer bought without tax, also where no reason is stated', () => {
    const exemptions = [{ kind: 'exempt', field: 'taxExempt' }] as const;
    expect(known(aSale({ lines: [untaxed], exemptions }))).toBe(3_500n);
    expect(known(aSale({ lines: [aLine(), untaxed], exemptions }))).toBe(0n);
  });

  it('stays with the line of the report', () => {
    const context = { storefront: 'us-store', calendar: { monthOf: () => '2026-02' } };
    const candidate = { kind: 'sale', sourceId: '1', findings: [], references: [] } as const;
    const detailOf = (sale: Sale) =>
      right(freezeBody(context, candidate, right(saleToTransaction(defaultPolicy)(sale)))).detail;
    expect(detailOf(aSale({ lines: [aLine(), bread] }))?.notTaxable).toBe(3_000n);
    expect(detailOf(aSale())).not.toHaveProperty('notTaxable');
  });
});

describe('what the platform taxed of a sale', () => {
  it('is the price of the lines and the shipping that have a tax, after discounts', () => {
    expect(taxedOf(aSale({ lines: [aLine({ discount: 1_000n }), untaxed] }))).toBe(9_000n);
    const shipping = [{ name: 'Post', price: 500n, discount: 100n, taxes: [tax] }];
    expect(taxedOf(aSale({ lines: [untaxed], shipping }))).toBe(400n);
    expect(taxedOf(aSale({ pricesIncludeTax: true }))).toBe(9_275n);
    expect(taxedOf(aSale({ lines: [aLine(), aLine({ id: '73', kind: 'gift card', taxes: [] })] }))).toBe(10_000n);
  });

  it('is nothing where no tax was charged, as in a state without sales tax', () => {
    const oregon = destinations.map((one) => ({ ...one, address: { ...one.address, state: 'OR', zip: '97201' } }));
    expect(taxedOf(aSale({ destinations: oregon, lines: [aLine({ taxes: [] }), untaxed] }))).toBe(0n);
    expect(taxedOf(aSale({ lines: [aLine({ taxes: [{ ...tax, amount: 0n }] })] }))).toBe(0n);
  });

  it('is a part of a line where the platform states so', () => {
    expect(taxedOf(aSale({ lines: [aLine({ taxed: 6_000n }), untaxed] }))).toBe(6_000n);
  });

  it('is known of one tax for the whole sale only where one part can bear it', () => {
    const whole = { orderTaxes: [tax], shipping: [] };
    const bare = aLine({ taxes: [] });
    expect(taxedOf(aSale({ ...whole, lines: [bare] }))).toBe(10_000n);
    expect(taxedOf(aSale({ ...whole, lines: [bare], orderDiscount: 500n }))).toBe(9_500n);
    expect(taxedOf(aSale({ ...whole, lines: [bare, aLine({ ...untaxed, taxed: 0n })] }))).toBe(10_000n);
    expect(taxedOf(aSale({ ...whole, lines: [bare, untaxed] }))).toBeNull();
    expect(taxedOf(aSale({ ...whole, lines: [aLine(), untaxed] }))).toBeNull();
    expect(taxedOf(aSale({ ...whole, lines: [aLine({ taxes: [], taxed: 4_000n })] }))).toBe(4_000n);
  });

  it('has its share of a discount on the whole sale', () => {
    const lines = [aLine(), aLine({ id: '72', taxes: [] })];
    expect(taxedOf(aSale({ lines, shipping: [], orderDiscount: 1_000n }))).toBe(9_500n);
  });

  it('is converted with the sale', () => {
    const sale = aSale({
      lines: [aLine({ taxed: 6_000n })],
      exchangeRates: [{ currency: 'EUR', rate: '0.5', field: 'x' }],
    });
    const converted = right(inReportingCurrency({ ...defaultPolicy, reportingCurrency: 'EUR' }, sale));
    expect(taxedOf(converted)).toBe(3_000n);
  });
});

describe('what was taxed of a refund', () => {
  const mixed = aSale({ lines: [aLine(), untaxed], shipping: [] });

  it('is what was taxed of its lines, if tax goes back', () => {
    expect(refunded(mixed, { lines: [{ lineId: '71', quantity: 1, amount: 5_000n, tax: 363n }] })).toBe(-5_000n);
    expect(refunded(mixed, { lines: [{ lineId: '71', quantity: 1, amount: 5_000n, tax: 0n }] })).toBe(0n);
    expect(refunded(mixed, { lines: [{ lineId: '72', quantity: 1, amount: 3_000n, tax: 0n }] })).toBe(0n);
    const partly = aSale({ lines: [aLine({ taxed: 6_000n })] });
    expect(refunded(partly, { lines: [{ lineId: '71', quantity: 1, amount: 5_000n, tax: 100n }] })).toBe(-3_000n);
  });

  it('is in the proportion of the sale where it names no line', () => {
    expect(refunded(aSale({ shipping: [] }), { adjustment: { amount: 5_001n, tax: 363n } })).toBe(-5_001n);
    expect(refunded(mixed, { adjustment: { amount: 1_300n, tax: 73n } })).toBe(-1_000n);
    expect(refunded(mixed, { adjustment: { amount: 1_300n, tax: 0n } })).toBe(0n);
  });

  it('is all of it where the tax and a discount of the whole sale go back next to its line', () => {
    const whole = aSale({ orderTaxes: [tax], orderDiscount: 500n, lines: [aLine({ taxes: [] })], shipping: [] });
    const lines = [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 0n }];
    expect(refunded(whole, { lines, adjustment: { amount: -500n, tax: 725n } })).toBe(-9_500n);
  });

  it('is all of the only line that can have borne the tax of the whole sale, next to a fee', () => {
    const lines = [aLine({ taxes: [] }), aLine({ id: '72', kind: 'fee', taxes: [] })];
    const whole = aSale({ orderTaxes: [tax], lines, shipping: [] });
    const back = [{ lineId: '71', quantity: 1, amount: 10_000n, tax: 0n }];
    expect(refunded(whole, { lines: back, adjustment: { amount: 0n, tax: 725n } })).toBe(-10_000n);
  });

  it('is not known of the shipping where the tax of the whole sale may be on a line', () => {
    const shipping = [{ name: 'Post', price: 500n, discount: 0n, taxes: [] }];
    const whole = aSale({ orderTaxes: [tax], lines: [aLine({ taxes: [] })], shipping });
    expect(refunded(whole, { shipping: { amount: 500n, tax: 30n } })).toBeNull();
  });

  it('is in the proportion of the sale of a line that was added later, and may bear the tax of the whole sale', () => {
    const lines = [aLine({ taxes: [], taxed: 4_000n })];
    const added = { addedLines: [aLine({ id: '73', listed: 1_000n, taxes: [] })] };
    const whole = aSale({ orderTaxes: [tax], lines, shipping: [], ...added });
    const back = [{ lineId: '73', quantity: 1, amount: 1_000n, tax: 29n }];
    expect(refunded(whole, { lines: back })).toBe(-400n);
  });

  it('is not known where it is not of the sale', () => {
    const whole = aSale({ orderTaxes: [tax], lines: [aLine({ taxes: [] }), untaxed], shipping: [] });
    expect(refunded(whole, { adjustment: { amount: 1_000n, tax: 73n } })).toBeNull();
    expect(refunded(whole, { adjustment: { amount: 1_000n, tax: 0n } })).toBe(0n);
  });

  it('is all that was taxed when everything goes back', () => {
    fc.assert(
      fc.property(anySale, (any) => {
        const sale = { ...any, orderDiscount: 0n, statedTotal: null };
        const mapped = saleToTransaction({ ...defaultPolicy, tips: 'send' })(sale);
        if (E.isLeft(mapped)) return;
        const taxOf = (taxes: readonly TaxAmount[]): bigint => taxes.reduce((all, one) => all + one.amount, 0n);
        const without = (paid: bigint, taxes: readonly TaxAmount[]): bigint =>
          sale.pricesIncludeTax ? paid - taxOf(taxes) : paid;
        const back = (paid: bigint, taxes: readonly TaxAmount[]) => ({
          amount: without(paid, taxes),
          tax: taxOf(taxes),
        });
        const shipping = sale.shipping.map((charge) => back(charge.price - charge.discount, charge.taxes));
        const refund = aRefund({
          lines: sale.lines.map(({ id, listed, discount, taxes }) => ({
            ...{ lineId: id, quantity: 1 },
            ...back(listed - discount, taxes),
          })),
          shipping: {
            amount: shipping.reduce((all, { amount }) => all + amount, 0n),
            tax: shipping.reduce((all, part) => all + part.tax, 0n),
          },
          adjustment: { amount: 0n, tax: taxOf(sale.orderTaxes) },
        });
        const parts = [...refund.lines, refund.shipping, refund.adjustment];
        const total = parts.reduce((all, part) => all + part.amount + part.tax, 0n);
        const sent = refundToTransaction(sale, mapped.right)({ ...refund, total });
        const { taxed } = mapped.right;
        if (E.isLeft(sent) || taxed === null || sent.right.taxed === null) return;
        expect(sent.right.taxed).toBe(-taxed);
      }),
    );
  });
});
