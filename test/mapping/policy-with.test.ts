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
    expect(left(policyWith({ adjustments: misspelled }))).toMatch(
      /^policy\.adjustments\.refund: there is no setting of this name/,
    );
  });

  it('with an unknown key is refused', () => {
    const misspelt = { tips: 'send', refund: 'send' } as const;
    expect(left(policyWith(misspelt))).toMatch(
      /^policy\.refund: there is no setting of this name.* the settings are adjustments, unpaid, /,
    );
  });

  it('names values that a setting does not have: without a compiler a misspelled one would silently change nothing', () => {
    const wrong = policyWith({ tips: 'always', adjustments: { refunds: 'yes' } } as never);
    expect(left(wrong)).toBe(
      'policy.adjustments.refunds: it is not one of the allowed values. Write "report" or "send"; ' +
        'policy.tips: it is not one of the allowed values. Write "leave out" or "send"',
    );
  });

  it.each(Object.keys(defaultPolicy))('names another value for "%s" and repeats none of it', (key) => {
    const refused = left(policyWith({ [key]: Symbol('CANARY') }));
    expect(refused).toContain(`policy.${key}: it is not `);
    expect(left(policyWith({ [key]: ['CANARY', 1] }))).not.toContain('CANARY');
  });

  it('takes null for a setting that is left out, where null has no meaning', () => {
    const written = { metadata: { orderId: null }, nexusThresholds: { WV: { sales: null, transactions: null } } };
    expect(right(policyWith(written as never))).toMatchObject({
      metadata: {},
      nexusThresholds: { WV: { transactions: null } },
    });
  });
});
