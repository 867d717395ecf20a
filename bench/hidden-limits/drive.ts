import * as O from 'fp-ts/lib/Option.js';
import type { Clock, Random } from '../../src/domain/environment.ts';
import type { RequestPacer } from '../../src/pipeline/rate-limit/request-pacer.ts';
import type { ServiceModel } from './service-model.ts';

/** What came of a client that had always something to send. */
export interface Driven {
  /** Requests taken, in percent of what the service could have taken. */
  readonly percentOfLimit: number;
  /** Of all requests, in percent. */
  readonly percentPutOff: number;
  /** From the start of a request to its answer, in milliseconds; half of them took longer. */
  readonly medianLatency: number;
  /** One in a hundred took longer. */
  readonly slowestLatency: number;
}

export interface Way {
  readonly clock: Clock;
  readonly random: Random;
  readonly service: ServiceModel;
  readonly pace: RequestPacer;
  /** Those that would send at the same time if they were let. */
  readonly workers: number;
  /** One way there or back, in milliseconds, give or take a sixth. Default 6. */
  readonly network?: number;
  /** Counted from the start of the drive, in milliseconds. */
  readonly countedFrom: number;
  readonly until: number;
}

/** Sends as fast as the pace lets it. What happens before `countedFrom` is not counted: there the pace still learns. */
export const drive = async (way: Way): Promise<Driven> => {
  const { clock, random, service, pace, countedFrom, until, network = 6 } = way;
  const begin = clock.now();
  const since = (): number => clock.now() - begin;
  const isOver = (): boolean => since() >= until;
  const latencies: number[] = [];
  let [sent, putOff] = [0, 0];
  const travel = (): Promise<void> => clock.sleep(network * (5 / 6 + random.next() / 3))();

  const send = async (): Promise<void> => {
    const started = await pace.admit(isOver);
    if (O.isNone(started)) return;
    const from = since();
    const counts = from >= countedFrom;
    await travel();
    const treatment = service.receive(since());
    if (treatment._tag === 'Taken') await clock.sleep(treatment.doneAt - since())();
    await travel();
    if (counts) sent += 1;
    if (treatment._tag === 'PutOff') {
      pace.slowDown(started.value, treatment.retryAfterMs);
      if (counts) putOff += 1;
    } else {
      pace.answered(started.value, 'Accepted');
      if (counts) latencies.push(since() - from);
    }
  };
  const worker = async (): Promise<void> => {
    while (!isOver()) await send();
  };
  await Promise.all(Array.from({ length: way.workers }, worker));

  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    percentOfLimit: (100 * latencies.length) / service.capacity(countedFrom, until),
    percentPutOff: (100 * putOff) / Math.max(1, sent),
    medianLatency: at(0.5),
    slowestLatency: at(0.99),
  };
};
