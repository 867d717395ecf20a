import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PushReply, TaxService } from '../../../src/domain/tax-service.ts';
import { models, wideModels } from '../../../bench/hidden-limits/models.ts';
import { makeServiceClient } from '../../../src/pipeline/rate-limit/service-client.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { silent } from '../../support/a-sync.ts';
import { sized } from '../../support/size.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const network = 6;

/** The share of what a service of a model could take that a client gets stored, which pushes as fast as it may. */
const shareOfLimit = async (
  name: string,
  [countedFrom, until]: readonly [number, number],
  failsOneOf: number | null = null,
): Promise<number> => {
  const make = { ...models, ...wideModels }[name];
  if (make === undefined) throw new Error(`there is no model "${name}"`);
  const clock = virtualClock();
  const random = seededRandom(1);
  const model = make(random);
  const begin = clock.now();
  const since = (): number => clock.now() - begin;
  let stored = 0;
  const travel = (): Promise<void> => clock.sleep(network * (5 / 6 + random.next() / 3))();
  const push = async (): Promise<PushReply> => {
    const from = since();
    await travel();
    const treatment = model.receive(since());
    if (treatment._tag === 'Taken') await clock.sleep(treatment.doneAt - since())();
    await travel();
    if (treatment._tag === 'PutOff') return { _tag: 'SlowDown', retryAfterMs: treatment.retryAfterMs };
    if (from >= countedFrom) stored += 1;
    const isFailure = failsOneOf !== null && random.next() * failsOneOf < 1;
    return isFailure ? { _tag: 'Unclear', message: 'answered 500' } : { _tag: 'Accepted', stored: null };
  };
  const service: TaxService = {
    list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
    find: () => () => Promise.resolve(E.right(O.none)),
    push: () => push,
  };
  const client = makeServiceClient({
    ...{ service, clock, random, log: silent, requestsPerMinute: O.none, concurrency: 256 },
    isInterrupted: () => since() >= until,
  });
  const worker = async (): Promise<void> => {
    while (!client.isOver()) await client.push('{}');
  };
  await clock.run(() => Promise.all(Array.from({ length: 256 }, worker)));
  return (100 * stored) / model.capacity(countedFrom, until);
};

describe('the circuit breaker', () => {
  const models = [
    ['token bucket, 50 a second', 95, [60_000, 80_000], null],
    ['token bucket shared with a foreign client', 80, [60_000, 80_000], null],
    ['sixteen workers and a queue', 95, [1_000, 6_000], null],
    ['sixteen requests at a time', 75, [25_000, 33_000], null],
    ['twenty workers', 95, [4_000, 8_000], null],
    ['twenty workers', 90, [4_000, 8_000], 50],
  ] as const;

  it.each(sized<readonly (typeof models)[number][]>({ quick: models.slice(0, 1), all: models }))(
    'takes no throughput from %s: more than %d percent',
    async (name, percent, times, failsOneOf) => {
      expect(await shareOfLimit(name, times, failsOneOf)).toBeGreaterThan(percent);
    },
  );

  it('sends one push at a time while none is answered, with growing pauses, and all at once after an answer', async () => {
    const clock = virtualClock();
    const begin = clock.now();
    const outage = 100_000;
    const sent: number[] = [];
    const push = async (): Promise<PushReply> => {
      const at = clock.now() - begin;
      sent.push(at);
      await clock.sleep(100)();
      return at < outage ? { _tag: 'Unclear', message: 'answered 503' } : { _tag: 'Accepted', stored: null };
    };
    const service: TaxService = {
      list: () => () => Promise.resolve(E.right({ transactions: [], next: O.none })),
      find: () => () => Promise.resolve(E.right(O.none)),
      push: () => push,
    };
    const client = makeServiceClient({
      ...{ service, clock, random: seededRandom(1), log: silent, requestsPerMinute: O.none, concurrency: 8 },
      isInterrupted: () => false,
    });
    const pushUntilStored = async (): Promise<void> => {
      while ((await client.push('{}'))._tag !== 'Accepted');
    };
    await clock.run(() => Promise.all(Array.from({ length: 40 }, pushUntilStored)));
    const during = sent.filter((at) => at < outage);
    const probes = during.filter((at) => at > 100);
    const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(during.filter((at) => at <= 100).length).toBeLessThanOrEqual(11);
    expect(probes.length).toBeGreaterThan(5);
    expect(probes.length).toBeLessThan(10);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(100 + 500 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(100 + 1_000 * 2 ** index);
    }
    const [first = 0, ...others] = sent.filter((at) => at >= outage);
    expect(first - outage).toBeLessThan(60_000);
    expect(others).toHaveLength(39);
    expect(Math.max(...others) - first).toBeLessThan(2_000);
    expect(client.stopped()).toBeNull();
  });
});
