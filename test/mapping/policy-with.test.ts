import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, policyWith } from '../../src/mapping/policy.ts';
import { left, right } from '../support/right.ts';

describe('a policy', () => {
  it('is the defaults, but for what is wanted otherwise', () => {
    expect(right(policyWith({ refunds: 'send', tips: undefined }))).toStrictEqual({
      ...defaultPolicy,
      refunds: 'send',
    });
  });

  it('with a key that no policy has is refused, and the keys that there are are named', () => {
    const misspelt = { tips: 'send', refund: 'send' } as const;
    expect(left(policyWith(misspelt))).toMatch(/no refund; its keys are refunds, unpaid/);
  });
});
