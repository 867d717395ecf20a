import { performance } from 'node:perf_hooks';

export const steps = ['look up', 'save intents', 'commit page'] as const;

/** What one step of all pages cost this process, and how long each page of it took. */
export interface Cost {
  cpuUs: number;
  readonly wallMs: number[];
}

export type Costs = Readonly<Record<(typeof steps)[number], Cost>>;

const nothing = (): Cost => ({ cpuUs: 0, wallMs: [] });

export const noCosts = (): Costs => ({ 'look up': nothing(), 'save intents': nothing(), 'commit page': nothing() });

/** Adds what a piece of work costs. */
export const measure = async (cost: Cost, work: () => void | Promise<void>): Promise<void> => {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await work();
  const used = process.cpuUsage(cpu);
  cost.cpuUs += used.user + used.system;
  cost.wallMs.push(performance.now() - wall);
};
