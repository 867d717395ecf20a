import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PushReply, TaxService } from '../../../src/domain/tax-service.ts';
import { mostGivenUpInARow } from '../../../src/sync/limits.ts';
import { type Lane, makeLane } from '../../../src/sync/pace/lane.ts';
import { silent } from '../../support/a-sync.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

/** A service that answers every question, and each push as it is told to. */
const aLane = (reply: PushReply = { _tag: 'Unclear', message: 'ECONNRESET' }) => {
  const clock = virtualClock();
  const state = { reply, isInterrupted: false, pushes: 0 };
  const service: TaxService = {
    list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
    find: () => () => Promise.resolve(E.right(O.none)),
    push: () => () => {
      state.pushes += 1;
      return Promise.resolve(state.reply);
    },
  };
  const lane = makeLane({
    service,
    clock,
    random: seededRandom(1),
    log: silent,
    requestsPerMinute: O.none,
    concurrency: 4,
    isInterrupted: () => state.isInterrupted,
  });
  return { lane, state, run: <A>(work: () => Promise<A>): Promise<A> => clock.run(work) };
};

const giveUp = (lane: Lane, what: 'push' | 'question', times: number): void => {
  for (let n = 1; n <= times; n += 1) lane.gaveUp(what);
};

describe('the way to the service', () => {
  it.each(['push', 'question'] as const)('ends when too many of a kind in a row were given up: %s', (what) => {
    const { lane } = aLane();
    giveUp(lane, what, mostGivenUpInARow - 1);
    expect(lane.stopped()).toBeNull();
    giveUp(lane, what, 1);
    expect(lane.stopped()).toMatchObject({ who: 'service', cause: 'no answer' });
    expect(lane.isOver()).toBe(true);
  });

  it('does not take an answered question for an answered push: a service that takes none is out of order', async () => {
    const { lane, run } = aLane();
    await run(async () => {
      for (let n = 1; n <= mostGivenUpInARow; n += 1) {
        lane.gaveUp('push');
        await lane.find('a');
        await lane.list(O.none);
      }
    });
    expect(lane.stopped()).toMatchObject({ cause: 'no answer' });
  });

  it.each<PushReply>([
    { _tag: 'Accepted', stored: null },
    { _tag: 'Exists' },
    { _tag: 'Refused', message: 'answered 422', fingerprint: '422' },
  ])('counts pushes anew after one that was answered, whatever the answer: $_tag', async (reply) => {
    const { lane, run } = aLane(reply);
    giveUp(lane, 'push', mostGivenUpInARow - 1);
    await run(() => lane.push('{}'));
    giveUp(lane, 'push', mostGivenUpInARow - 1);
    expect(lane.stopped()).toBeNull();
  });

  it('counts questions anew after one that was answered, and not after a push', async () => {
    const { lane, run } = aLane({ _tag: 'Exists' });
    giveUp(lane, 'question', mostGivenUpInARow - 1);
    await run(() => lane.find('a'));
    giveUp(lane, 'question', mostGivenUpInARow - 1);
    expect(lane.stopped()).toBeNull();
    await run(() => lane.push('{}'));
    giveUp(lane, 'question', 1);
    expect(lane.stopped()).toMatchObject({ cause: 'no answer' });
  });

  it('is ended for what the service makes of all that it is sent; the first reason stays', async () => {
    const { lane, state, run } = aLane();
    lane.stop('it refuses everything');
    lane.stop('another reason');
    giveUp(lane, 'push', mostGivenUpInARow);
    expect(lane.stopped()).toStrictEqual({ who: 'service', cause: 'refused', message: 'it refuses everything' });
    expect(await run(() => lane.push('{}'))).toStrictEqual({ _tag: 'NotStarted' });
    expect(await run(() => lane.find('a'))).toStrictEqual(E.left({ _tag: 'NotStarted' }));
    expect(await run(() => lane.list(O.none))).toStrictEqual(E.left({ _tag: 'NotStarted' }));
    expect(state.pushes).toBe(0);
  });

  it('is over when the run is interrupted, and has no reason of its own', () => {
    const { lane, state } = aLane();
    state.isInterrupted = true;
    expect(lane.isOver()).toBe(true);
    expect(lane.stopped()).toBeNull();
  });

  it('takes a client that rejects for one that gave no clear answer', async () => {
    const { lane, state, run } = aLane();
    Object.defineProperty(state, 'reply', {
      get: () => {
        throw new Error('CANARY');
      },
    });
    const reply = await run(() => lane.push('{}'));
    expect(reply).toMatchObject({ _tag: 'Unclear' });
    expect(JSON.stringify(reply)).not.toContain('CANARY');
  });
});
