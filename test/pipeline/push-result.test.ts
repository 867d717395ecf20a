import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import {
  compareWithBody,
  confirmedEarlierResult,
  driftAdjustment,
  dryRunResult,
  isLeftToOther,
  notPushedYetResult,
  otherNotReadResult,
  parseBody,
  paymentPushedBeforeResult,
  pendingResult,
  presentAsCurrentResult,
  presentResult,
  pushedFirstByResult,
  pushedWithinResult,
  recordedByResult,
  refusedResult,
  retriesExhaustedResult,
  saleNotConfirmedResult,
  sameNameResult,
  sentWholeBeforeResult,
  settledResult,
  skippedFirstByResult,
  storedAmount,
  succeededResult,
} from '../../src/pipeline/push-result.ts';

const nothing = {
  _tag: 'Settled',
  reason: null,
  message: null,
  submissionStatus: null,
  digest: null,
  remoteId: '',
  comparison: null,
  isFound: false,
  drift: null,
  isUnanswered: false,
};
const comparison = { differences: [], isCompared: false };

describe('what became of a transaction', () => {
  it('is noted with the intent and the id of the service, where it is there', () => {
    const confirmed = { ...nothing, outcome: 'succeeded', submissionStatus: 'confirmed', comparison };
    expect(succeededResult(comparison)).toStrictEqual(confirmed);
    expect(succeededResult(comparison, 'txn_1')).toStrictEqual({ ...confirmed, remoteId: 'txn_1' });
    expect(confirmedEarlierResult(comparison)).toStrictEqual({ ...confirmed, isFound: true });
    expect(confirmedEarlierResult(comparison, 'txn_1')).toMatchObject({ remoteId: 'txn_1' });
    const present = { ...nothing, outcome: 'alreadyPresent', isFound: true };
    expect(presentResult(null)).toStrictEqual(present);
    expect(presentResult('confirmed', { comparison, remoteId: 'txn_1' })).toStrictEqual({
      ...{ ...present, submissionStatus: 'confirmed', comparison, remoteId: 'txn_1' },
    });
    expect(presentAsCurrentResult('digest', comparison)).toStrictEqual({
      ...{ ...present, submissionStatus: 'confirmed', digest: 'digest', comparison },
    });
    expect(presentAsCurrentResult('digest', comparison, 'txn_1').remoteId).toBe('txn_1');
  });

  it('is a failure with what the service says, and what to do', () => {
    const refused = { ...nothing, outcome: 'failed', reason: 'refused', submissionStatus: 'refused' };
    expect(refusedResult('answered 422 (total)')).toStrictEqual({
      ...{ ...refused, message: 'answered 422 (total). Correct the named field, then retry.' },
    });
    expect(refusedResult('answered 413').message).toBe(
      'answered 413. It gives no reason: ask its support, then retry.',
    );
    expect(refusedResult('answered 402 (payment required). Settle that').message).toBe(
      'answered 402 (payment required). Settle that, then retry.',
    );
    expect(sameNameResult('shopify:1:5')).toStrictEqual({
      ...refused,
      message:
        'The service holds shopify:1:5 under the same name, and refuses a second transaction of that name. Rename the first one at the service, then retry.',
    });
    expect(retriesExhaustedResult('timeout', true)).toStrictEqual({
      ...{ ...nothing, outcome: 'failed', reason: 'no definitive response', isUnanswered: true },
      message: 'No definitive response after many attempts (last: timeout). Retry; nothing is doubled.',
    });
    expect(retriesExhaustedResult('timeout', false).isUnanswered).toBe(false);
  });

  const owner = { storefront: 'eu-store', id: 'stripe:2:7' };
  it.each([
    [dryRunResult, 'skipped', 'would be sent', 'Dry run: would be pushed.', false],
    [
      ...[saleNotConfirmedResult, 'held', 'waiting for its sale'],
      ...['Its sale is not confirmed by the service yet. Resolve the sale first, then retry.', false],
    ],
    [recordedByResult(owner), 'skipped', 'belongs to another storefront', 'recorded by eu-store as stripe:2:7', true],
    [
      ...[pushedFirstByResult(owner), 'skipped', 'belongs to another storefront'],
      'recorded by eu-store as stripe:2:7: eu-store comes first among the storefronts, and pushes it when it is synced',
      true,
    ],
    [
      ...[skippedFirstByResult('eu-store', 'test order'), 'skipped', 'belongs to another storefront'],
      'Not sent by any storefront: eu-store comes first among the storefronts, has the same sale, and skips it (test order)',
      true,
    ],
    [
      ...[notPushedYetResult('eu-store', 'held'), 'held', 'possible duplicate'],
      'eu-store comes first among the storefronts and has the same sale, but cannot push it yet (held). Resolve it there, then retry.',
      true,
    ],
    [
      ...[otherNotReadResult('eu-store', 'timeout'), 'held', 'possible duplicate'],
      'eu-store may have the same sale, and could not be read (timeout). Retry once it can be read.',
      true,
    ],
    [
      ...[paymentPushedBeforeResult('stripe:2:7'), 'held', 'partly sent already'],
      'Its payment was already sent as stripe:2:7. Not pushed, because it would count twice. Complete that transaction at the service, and mark this one with `tax-nexus resolve`',
      true,
    ],
    [
      ...[sentWholeBeforeResult('stripe:2:7'), 'held', 'partly sent already'],
      'stripe:2:7 was sent before this part was split from it, or has changed since. Not pushed, because it may count twice. Correct that transaction at the service to the part that you remit and sync again, or leave this one out.',
      true,
    ],
    [
      ...[pushedWithinResult('stripe:2:7'), 'held', 'partly sent already'],
      "Already sent as a part of stripe:2:7. Not pushed, because it would count twice. Check whether the key's permissions were reduced, and sync again.",
      true,
    ],
  ] as const)('is a line that says why it was not sent: %#', (result, outcome, reason, message, isLeft) => {
    expect(result).toStrictEqual({ ...nothing, outcome, reason, message });
    // Its refunds follow the transaction that stands for it.
    expect(isLeftToOther(result)).toBe(isLeft);
  });

  it.each([
    ['before the first day', false],
    ['closed period', false],
    ['left out by decision', false],
    ['refused', false],
    ['no definitive response', false],
    [null, false],
  ] as const)('because of %j leaves its refunds to another one: %j', (reason, isLeft) => {
    expect(isLeftToOther(settledResult('held', { reason }))).toBe(isLeft);
  });

  it('leaves refunds alone while it is not known', () => {
    expect([isLeftToOther(undefined), isLeftToOther(pendingResult)]).toStrictEqual([false, false]);
  });
});

describe('our body and what the service shows', () => {
  const body = '{"id":"1","total":107.25,"taxCollected":7.25,"currency":"USD"}';

  it('are compared where it shows total, tax, state and day, and what it shows is kept', () => {
    const whole = { total: '107.25', taxCollected: '7.25', transactedAt: '2026-02-01', state: 'CA' };
    for (const [field, isCompared] of [[null, true], ...Object.keys(whole).map((one) => [one, false])] as const) {
      const shown = Object.fromEntries(
        Object.entries({ ...whole, reportedTax: '7.3' }).filter(([name]) => name !== field),
      );
      expect(compareWithBody(body, shown)).toStrictEqual({ differences: [], isCompared, shown, reportedTax: '7.3' });
    }
    expect(compareWithBody(body, { total: '100.00' }).differences.map(({ field }) => field)).toStrictEqual(['total']);
  });

  it.each([
    ['shows nothing', body, null, undefined],
    ['shows no field of ours', body, { reportedTax: '7.3' }, '7.3'],
    ['is no object', '[]', { total: '1.00', reportedTax: '7.3' }, '7.3'],
    ['is no JSON', '{', { total: '1.00' }, undefined],
  ])('are not compared where one %s', (_, ours, shown, reportedTax) => {
    expect(compareWithBody(ours, shown)).toStrictEqual({ differences: [], isCompared: false, reportedTax });
  });

  it('is no body where the sync database gives back something else', () => {
    expect([parseBody('{'), parseBody('null'), parseBody('{"id":1}')]).toStrictEqual([O.none, O.none, O.none]);
  });

  it('have amounts as numbers or texts, in a known currency', () => {
    expect([storedAmount('USD', 7.3), storedAmount('USD', '7.30'), storedAmount('JPY', 7)]).toStrictEqual([
      ...[O.some(730n), O.some(730n), O.some(7n)],
    ]);
    expect([storedAmount('XXQ', 7.3), storedAmount('USD', null), storedAmount('USD', 'x')]).toStrictEqual([
      ...[O.none, O.none, O.none],
    ]);
  });
});

describe('a sale that changed after it was sent', () => {
  const amounts = { currency: 'USD', jurisdiction: 'CA', month: '2026-03', total: 10_725n, taxCollected: 725n };
  const candidate = { digest: '0123456789abcdef', amounts, body: '{"total":107.25,"taxCollected":7.25}' };
  const driftOf = (atService: Parameters<typeof driftAdjustment>[1]): ReturnType<typeof driftAdjustment> =>
    driftAdjustment(candidate, atService, '2026-03-02T00:00:00Z');
  const advice = 'The sent transaction stays as it is; correct it at the service if needed.';

  it('has drifted by the difference to what the service shows', () => {
    expect(driftOf(E.right({ total: '100.00', taxCollected: '7.00' }))).toStrictEqual({
      ...{ kind: 'drift', id: 'drift-0123456789ab', occurredAt: '2026-03-02T00:00:00Z', currency: 'USD' },
      ...{ amount: 725n, tax: 25n, sent: false },
      message: `The order changed after it was sent: total 107.25 in the sale, 100.00 in the service; taxCollected 7.25 in the sale, 7.00 in the service. ${advice}`,
    });
  });

  it('says that the taxes were recalculated for a new address', () => {
    const body = '{"total":107.25,"taxCollected":7.25,"shipToAddress":{"state":"CA"}}';
    const shown = { total: '107.25', taxCollected: '7.00', state: 'NY' };
    expect(driftAdjustment({ ...candidate, body }, E.right(shown), '2026-03-02T00:00:00Z').message).toBe(
      `The shipping address was changed after the order was sent, and the taxes were recalculated for it: taxCollected 7.25 in the sale, 7.00 in the service; shipToAddress.state. ${advice}`,
    );
  });

  it('has drifted by an unknown amount where the service shows none, and says why', () => {
    expect(driftOf(E.left('it was not asked'))).toMatchObject({
      ...{ amount: 0n, tax: null, message: `The order changed after it was sent (it was not asked). ${advice}` },
    });
    expect(driftOf(E.right({ total: '100.00' }))).toMatchObject({ amount: 725n, tax: null });
    expect(driftOf(E.right({ taxCollected: '7.00' }))).toMatchObject({ amount: 0n, tax: 25n });
    expect(driftOf(E.right({})).message).toBe(`The order changed after it was sent. ${advice}`);
  });
});
