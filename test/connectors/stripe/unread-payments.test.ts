import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { unreadPayments } from '../../../connectors/stripe/read/window-reading.ts';
import type { Undecodable } from '../../../src/domain/decode.ts';

const unreadable = (): E.Either<Undecodable, never> =>
  E.left({ _tag: 'Undecodable', expected: 'session', problems: ['odd'] });

describe('payments of what could not be decoded', () => {
  it('are dropped with the page of their charges, so that a long window keeps no more of them than a short one', () => {
    const { has, noting, forgetFrom } = unreadPayments();
    const read = noting(unreadable, 0);
    for (const created of [300, 200, 100]) read({ id: `cs_${created}`, created, payment_intent: `pi_${created}` });
    forgetFrom(200);
    expect([has('pi_300'), has('pi_200'), has('pi_100')]).toStrictEqual([false, false, true]);
  });

  it('are kept as long as an older charge may be theirs, and where their age is unknown', () => {
    const { has, noting, forgetFrom } = unreadPayments();
    const payment = (id: string): object => ({ payment: { payment_intent: id } });
    noting(unreadable, 50)({ ...payment('pi_1'), created: 220 });
    noting(unreadable, 0)({ payment_intent: 'pi_1', created: 230 });
    noting(unreadable, 0)({ payment_intent: 'pi_2' });
    forgetFrom(200);
    expect([has('pi_1'), has('pi_2')]).toStrictEqual([true, true]);
    forgetFrom(170);
    expect([has('pi_1'), has('pi_2')]).toStrictEqual([false, true]);
  });
});
