import { describe, expect, it } from '@jest/globals';
import type { SaleLine } from '../../src/mapping/sale.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { refundToTransaction } from '../../src/mapping/refund-to-transaction.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const mapped = (taxCodes: Policy['taxCodes'], line: Partial<SaleLine>) => {
  const result = right(saleToTransaction({ ...defaultPolicy, taxCodes })(aSale({ lines: [aLine(line)] })));
  return {
    sent: result.transaction.lines[0]?.taxCode,
    decisions: result.decisions.flatMap(({ about, value, reason }) => (about === 'taxCode' ? [[value, reason]] : [])),
    fields: result.decisions.flatMap(({ about, fields }) => (about === 'taxCode' ? fields : [])),
  };
};

describe('a product tax code', () => {
  it('is sent as the platform has it, unless a table translates it', () => {
    expect(mapped('read', { taxCode: 'txcd_1' })).toMatchObject({
      sent: 'txcd_1',
      decisions: [['txcd_1', "the platform's tax code of the product"]],
    });
    expect(mapped({ txcd_1: 'R_DIG' }, { taxCode: 'txcd_1' })).toMatchObject({
      sent: 'R_DIG',
      decisions: [['txcd_1 is sent as R_DIG', 'your table policy.taxCodes']],
    });
  });

  it('is not sent where the table lacks it: no set of codes is derived from another', () => {
    expect(mapped({ txcd_2: 'R_DIG' }, { taxCode: 'txcd_1' })).toMatchObject({
      sent: undefined,
      decisions: [['txcd_1: not sent', 'your table policy.taxCodes does not have it']],
    });
  });

  it('is never a product category, which only the table makes one', () => {
    expect(mapped('read', { category: 'aa-1' }).sent).toBeUndefined();
    expect(mapped({ 'aa-1': 'R_TPP_CLOTHING' }, { category: 'aa-1' }).sent).toBe('R_TPP_CLOTHING');
    expect(mapped('read', { category: 'aa-1' }).fields).toStrictEqual(['product.category']);
    const both = { taxCode: 'txcd_1', category: 'aa-1' };
    expect(mapped('read', both).fields).toStrictEqual(['product.taxCode']);
    expect(mapped({ 'aa-1': 'R_TPP_CLOTHING' }, both).sent).toBe('R_TPP_CLOTHING');
    expect(mapped({ 'aa-1': 'R_TPP_CLOTHING', P1: 'R_TPP' }, { taxCode: 'P1', category: 'aa-1' }).sent).toBe('R_TPP');
  });

  it('is on the line of a refund as on the sold line', () => {
    const policy = { ...defaultPolicy, ...sendsRefunds, taxCodes: { txcd_1: 'R_DIG' } };
    const sale = aSale({
      lines: [aLine({ taxCode: 'txcd_1' })],
      refunds: [
        aRefund({
          lines: [{ lineId: aLine().id, quantity: 1, amount: 1_000n, tax: 0n }],
          adjustment: { amount: 0n, tax: 0n },
        }),
      ],
    });
    const ofSale = right(saleToTransaction(policy)(sale));
    const [refund] = sale.refunds;
    if (refund === undefined) throw new Error('a refund is needed');
    const { transaction } = right(refundToTransaction(sale, ofSale, policy)(refund));
    expect(transaction.lines.map(({ taxCode }) => taxCode)).toContain('R_DIG');
  });
});
