import type { Delivery } from './delivery.ts';
import { send } from './send.ts';
import type { RunningServer } from './start-server.ts';

/** How much is sent in one round, and how many at a time. */
export interface IntakePlan {
  readonly rounds: number;
  /** Deliveries that come first, unmeasured, so that code is compiled when the clock starts. */
  readonly warmUp: number;
  readonly measured: number;
  readonly inFlight: number;
}

export interface Intake {
  readonly perSecond: number;
  /** Milliseconds, as the sender sees them. */
  readonly p50: number;
  readonly p99: number;
  /** Of the server's process, for one event. */
  readonly cpuUs: number;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Measures one round of one server. Numbers of deliveries must not come twice, so the first one is given. */
export const measureIntake = async (
  { origin, cpuUs }: RunningServer,
  path: string,
  deliveriesOf: (first: number, count: number) => readonly Delivery[],
  { warmUp, measured, inFlight }: IntakePlan,
): Promise<Intake> => {
  await send(origin, path, deliveriesOf(0, warmUp), inFlight);
  const deliveries = deliveriesOf(warmUp, measured);
  const before = await cpuUs();
  const { wallMs, latencies } = await send(origin, path, deliveries, inFlight);
  const used = (await cpuUs()) - before;
  const sorted = [...latencies].sort((a, b) => a - b);
  return {
    perSecond: (measured * 1000) / wallMs,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuUs: used / measured,
  };
};
