import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { Delivery } from './delivery.ts';

export interface Sent {
  /** From the first request to the last answer, in milliseconds. */
  readonly wallMs: number;
  /** Of each delivery, in milliseconds. */
  readonly latencies: readonly number[];
}

/**
 * Sends deliveries, so many in flight at a time, and waits for all answers.
 *
 * Rejects when one is not answered 200: a server that refuses is fast, and would win.
 */
export const send = async (
  origin: string,
  path: string,
  deliveries: readonly Delivery[],
  inFlight: number,
): Promise<Sent> => {
  const pool = new Pool(origin, { connections: inFlight });
  const latencies: number[] = [];
  let next = 0;
  const one = async ({ headers, body }: Delivery): Promise<void> => {
    const began = performance.now();
    const { statusCode, body: answer } = await pool.request({ method: 'POST', path, headers, body });
    await answer.dump();
    if (statusCode !== 200) throw new Error(`a delivery was answered ${statusCode}`);
    latencies.push(performance.now() - began);
  };
  const sender = async (): Promise<void> => {
    for (let delivery = deliveries[next++]; delivery !== undefined; delivery = deliveries[next++]) await one(delivery);
  };
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: inFlight }, sender));
    return { wallMs: performance.now() - began, latencies };
  } finally {
    await pool.close();
  }
};
