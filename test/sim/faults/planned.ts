import { countedFaults } from './fault-counter.ts';
import type { Faults, Site } from './faults.ts';

/** One thing that goes wrong: at the n-th pass of a site, counted from 0. */
export interface PlannedFault {
  readonly site: Site;
  readonly pass: number;
  /** Which of the ones that the site has at that pass; counted round when it has fewer. */
  readonly choice: number;
}

/** Exactly the faults of a list, so that a tool can leave out one after the other and see which of them matter. */
export const planned = (plan: readonly PlannedFault[]): Faults => {
  const passes = new Map<Site, number>();
  return countedFaults((site, menu) => {
    const pass = passes.get(site) ?? 0;
    passes.set(site, pass + 1);
    const fault = plan.find((one) => one.site === site && one.pass === pass);
    return fault === undefined ? undefined : menu[fault.choice % menu.length];
  });
};
