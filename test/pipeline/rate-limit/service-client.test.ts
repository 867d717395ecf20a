import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Logger } from '../../../src/domain/environment.ts';
import type { PushReply, TaxService } from '../../../src/domain/tax-service.ts';
import { maxExhaustedInARow } from '../../../src/pipeline/limits.ts';
import { type ServiceClient, makeServiceClient } from '../../../src/pipeline/rate-limit/service-client.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

/** A service that answers each lookup, and each push with the given reply. */
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
  const logged: (readonly [string, string])[] = [];
  const logAs =
    (level: string): Logger['info'] =>
    (message, fields) => {
      const seconds = fields?.['seconds'];
      logged.push([level, seconds === undefined ? message : `${message} ${JSON.stringify({ seconds })}`]);
    };
  const client = makeServiceClient({
    service,
    clock,
    random: seededRandom(1),
    log: { debug: logAs('debug'), info: logAs('info'), warn: logAs('warn'), error: logAs('error') },
    requestsPerMinute: O.none,
    concurrency: 4,
    isInterrupted: () => state.isInterrupted,
  });
  return { client, state, logged, run: <A>(work: () => Promise<A>): Promise<A> => clock.run(work) };
};

const giveUp = (client: ServiceClient, what: 'push' | 'question', times: number): void => {
  for (let n = 1; n <= times; n += 1) client.noteRetriesExhausted(what);
};

describe('the service client', () => {
  it.each(['push', 'question'] as const)('stops after too many exhausted retries of one kind in a row: %s', (what) => {
    const { client } = aLane();
    giveUp(client, what, maxExhaustedInARow - 1);
    expect(client.stopped()).toBeNull();
    giveUp(client, what, 1);
    expect(client.stopped()).toMatchObject({ who: 'service', cause: 'no answer' });
    expect(client.isOver()).toBe(true);
  });

  it('counts answered lookups and answered pushes separately: a service that accepts no push is down', async () => {
    const { client, run } = aLane();
    await run(async () => {
      for (let n = 1; n <= maxExhaustedInARow; n += 1) {
        client.noteRetriesExhausted('push');
        await client.find('a');
        await client.list(O.none);
      }
    });
    expect(client.stopped()).toMatchObject({ cause: 'no answer' });
  });

  it.each<PushReply>([
    { _tag: 'Accepted', stored: null },
    { _tag: 'Exists' },
    { _tag: 'Refused', message: 'answered 422', fingerprint: '422' },
  ])('resets its count of pushes after any response: $_tag', async (reply) => {
    const { client, run } = aLane(reply);
    giveUp(client, 'push', maxExhaustedInARow - 1);
    await run(() => client.push('{}'));
    giveUp(client, 'push', maxExhaustedInARow - 1);
    expect(client.stopped()).toBeNull();
  });

  it('counts lookups from zero after an answered lookup, and not after a push', async () => {
    const { client, run } = aLane({ _tag: 'Exists' });
    giveUp(client, 'question', maxExhaustedInARow - 1);
    await run(() => client.find('a'));
    giveUp(client, 'question', maxExhaustedInARow - 1);
    expect(client.stopped()).toBeNull();
    await run(() => client.push('{}'));
    giveUp(client, 'question', 1);
    expect(client.stopped()).toMatchObject({ cause: 'no answer' });
  });

  it('can be stopped with a reason; the first reason stays', async () => {
    const { client, state, run } = aLane();
    client.stop('it refuses everything');
    client.stop('another reason');
    giveUp(client, 'push', maxExhaustedInARow);
    expect(client.stopped()).toStrictEqual({ who: 'service', cause: 'refused', message: 'it refuses everything' });
    expect(await run(() => client.push('{}'))).toStrictEqual({ _tag: 'NotStarted' });
    expect(await run(() => client.find('a'))).toStrictEqual(E.left({ _tag: 'NotStarted' }));
    expect(await run(() => client.list(O.none))).toStrictEqual(E.left({ _tag: 'NotStarted' }));
    expect(state.pushes).toBe(0);
  });

  it('is over when the run is interrupted, without a reason', () => {
    const { client, state } = aLane();
    state.isInterrupted = true;
    expect(client.isOver()).toBe(true);
    expect(client.stopped()).toBeNull();
  });

  it('treats a client that rejects as a response that is not definitive', async () => {
    const { client, state, run } = aLane();
    Object.defineProperty(state, 'reply', {
      get: () => {
        throw new Error('CANARY');
      },
    });
    const reply = await run(() => client.push('{}'));
    expect(reply).toMatchObject({ _tag: 'Unclear' });
    expect(JSON.stringify(reply)).not.toContain('CANARY');
  });

  it.each<[string, PushReply, readonly (readonly [string, string])[]]>([
    ['no pause', { _tag: 'SlowDown', retryAfterMs: 0 }, []],
    ['a pause', { _tag: 'SlowDown', retryAfterMs: 59_000 }, [['info', 'the service asked for a pause {"seconds":59}']]],
    [
      'a long pause',
      { _tag: 'SlowDown', retryAfterMs: 60_001 },
      [
        ['info', 'the service asked for a pause {"seconds":61}'],
        ['warn', 'The Tax Nexus Service asked for a long pause. Pending transactions continue automatically in 2 min.'],
      ],
    ],
    [
      'a pause with an error of its own',
      { _tag: 'Unclear', message: 'the Tax Nexus Service answered 503', retryAfterMs: 5_000 },
      [['info', 'the service asked for a pause {"seconds":5}']],
    ],
  ])('logs what the service asks for: %s', async (_, reply, lines) => {
    const { client, run, logged } = aLane(reply);
    await run(() => client.push('{}'));
    expect(logged.filter(([level]) => level !== 'debug')).toStrictEqual(lines);
  });

  it('warns of a long pause once, until another minute is asked for', async () => {
    const { client, state, run, logged } = aLane({ _tag: 'SlowDown', retryAfterMs: 120_000 });
    const warnings = (): number => logged.filter(([level]) => level === 'warn').length;
    await run(() => Promise.all([client.push('{}'), client.push('{}')]));
    expect(warnings()).toBe(1);
    state.reply = { _tag: 'SlowDown', retryAfterMs: 180_000 };
    await run(() => client.push('{}'));
    expect(warnings()).toBe(2);
  });
});
