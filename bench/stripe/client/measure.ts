import { performance } from 'node:perf_hooks';
import type { StripeMeasurement } from '../measurement.ts';

export type Work = Pick<StripeMeasurement, 'charges' | 'result'>;

/** Does some work and says what it cost. `databaseCpuUs` is asked before and after. */
export const measure = async (
  work: () => Promise<Work>,
  databaseCpuUs: () => number = () => 0,
): Promise<StripeMeasurement> => {
  const [cpu, wall, database] = [process.cpuUsage(), performance.now(), databaseCpuUs()];
  const done = await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    ...done,
    cpuUs: user + system,
    databaseCpuUs: databaseCpuUs() - database,
    wallMs: performance.now() - wall,
    peakRssKb: process.resourceUsage().maxRSS,
  };
};
