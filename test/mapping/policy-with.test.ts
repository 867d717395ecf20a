import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, policyWith } from '../../src/mapping/policy.ts';
import { left, right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

describe('a policy', () => {
  it('is the defaults with the given settings', () => {
    expect(right(policyWith({ adjustments: { refunds: 'send' }, tips: undefined }))).toStrictEqual({
      ...defaultPolicy,
      ...sendsRefunds,
    });
  });

  it('keeps the defaults of the adjustments that are not given', () => {
    const { adjustments } = right(policyWith({ adjustments: { additions: 'report' } }));
    expect(adjustments).toStrictEqual({
      refunds: 'report',
      additions: 'report',
      cancellations: 'send',
      disputes: 'report',
      undoneAdjustments: 'send',
      undoneSales: 'report',
    });
  });

  it('with an unknown key of the adjustments is refused', () => {
    const misspelled: object = { refund: 'send' };
    expect(left(policyWith({ adjustments: misspelled }))).toMatch(/no adjustments\.refund;/);
  });

  it('with an unknown key is refused with a list of the known keys', () => {
    const misspelt = { tips: 'send', refund: 'send' } as const;
    expect(left(policyWith(misspelt))).toMatch(/no refund; its keys are adjustments, unpaid/);
  });

  it('names values that a setting does not have: without a compiler a misspelled one would silently change nothing', () => {
    const wrong = policyWith({ tips: 'always', adjustments: { refunds: 'yes' } } as never);
    expect(left(wrong)).toBe(
      'policy.tips is one of leave out, send; policy.adjustments.refunds is one of report, send',
    );
  });
});
