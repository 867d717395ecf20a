import { performance } from 'node:perf_hooks';
import type { Measurement } from '../measurement.ts';

/** What a run came to. */
export type Counts = Pick<Measurement, 'orders' | 'pushed' | 'alreadyPresent' | 'excluded'>;

export const measure = async (work: () => Promise<Counts>): Promise<Measurement> => {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  const counts = await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    ...counts,
    cpuUs: user + system,
    wallMs: performance.now() - wall,
    peakRssKb: process.resourceUsage().maxRSS,
  };
};
