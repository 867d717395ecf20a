import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { excludeInadmissible, excludeZeroTotal } from '../../src/mapping/admission.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { aSale } from '../support/a-sale.ts';

const record = { sourceId: '5012345678', name: '#1001' };

/** Why a sale is not sent, in short; undefined where it is. */
const excluded = (sale: Partial<Sale>, policy: Partial<Policy> = {}): readonly string[] | undefined =>
  O.toUndefined(
    O.map(({ _tag, reason, message }: { readonly _tag: string; readonly reason: string; readonly message: string }) => [
      _tag,
      reason,
      message,
    ])(excludeInadmissible({ ...defaultPolicy, ...policy }, aSale(sale), record)),
  );

describe('a sale that is not sent because of its payment', () => {
  it.each<[Partial<Sale>, readonly string[]]>([
    [{ isTest: true }, ['Skipped', 'test order', 'Made in test mode. No money moved.']],
    [{ payment: 'not paid' }, ['Skipped', 'not paid', 'Not paid yet. The sale is sent once it is paid.']],
    [
      { payment: 'only authorized' },
      [
        'Skipped',
        'only authorized',
        'The payment is authorized and not captured. The sale is sent once it is captured.',
      ],
    ],
    [{ payment: 'voided' }, ['Skipped', 'voided', 'Voided before payment. Nothing was sold.']],
    [{ payment: 'payment expired' }, ['Skipped', 'payment expired', 'The payment expired. Nothing was sold.']],
    [{ payment: 'payment failed' }, ['Skipped', 'payment failed', 'The payment failed. Nothing was sold.']],
    [{ payment: 'not paid', isCanceled: true }, ['Skipped', 'canceled before payment', 'Canceled before payment.']],
    [
      { payment: 'voided', isCanceled: true },
      ['Skipped', 'canceled before payment', 'Canceled before the payment was captured.'],
    ],
    [
      { payment: 'partially paid' },
      ['Held', 'partially paid', 'Paid in part. The sale waits until it is paid, or you decide.'],
    ],
    [
      { taxIsEstimated: true },
      [
        'Held',
        'tax still estimated',
        'The tax may still change. The sale waits until the tax is final, or you decide.',
      ],
    ],
  ])('%j', (sale, why) => {
    expect(excluded(sale)).toStrictEqual(why);
  });

  it.each<[Partial<Sale>, Partial<Policy>]>([
    [{ payment: 'not paid' }, { unpaid: 'send' }],
    [{ payment: 'partially paid' }, { partiallyPaid: 'send' }],
    [{ taxIsEstimated: true }, { estimatedTax: 'send' }],
    [{ payment: 'paid', isCanceled: true }, {}],
  ])('%j is sent by the policy %j', (sale, policy) => {
    expect(excluded(sale, policy)).toBeUndefined();
  });

  it('is skipped until it is paid in full, where the policy asks for that', () => {
    const why = ['Skipped', 'not paid', 'Paid in part. The sale is sent once it is paid.'];
    expect(excluded({ payment: 'partially paid' }, { partiallyPaid: 'skip' })).toStrictEqual(why);
  });

  it('is skipped where it was canceled, whatever the policy says of unpaid sales', () => {
    expect(excluded({ payment: 'not paid', isCanceled: true }, { unpaid: 'send' })?.[1]).toBe(
      'canceled before payment',
    );
  });
});

describe('a total of zero', () => {
  const why = (zeroTotals: Policy['zeroTotals'], total = 0n): unknown =>
    O.toUndefined(excludeZeroTotal({ zeroTotals }, total, record));

  it('is sent, skipped or held, as the policy asks', () => {
    expect(why('send')).toBeUndefined();
    expect(why('skip')).toMatchObject({ _tag: 'Skipped', reason: 'zero total', message: 'Its total is zero.' });
    expect(why('hold')).toMatchObject({
      _tag: 'Held',
      reason: 'zero total held',
      message: 'Its total is zero. Decide whether the service should count it.',
    });
    expect([why('skip', 1n), why('hold', -1n)]).toStrictEqual([undefined, undefined]);
  });
});
