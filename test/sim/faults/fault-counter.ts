import type { Faults, Site } from './faults.ts';

type Choose = <Fault extends string>(site: Site, menu: readonly Fault[]) => Fault | undefined;

/** Faults by a chooser, counted, until they end. */
export const countedFaults = (choose: Choose): Faults => {
  const counts = new Map<string, number>();
  let isOver = false;
  return {
    at: (site, menu) => {
      const fault = isOver ? undefined : choose(site, menu);
      if (fault !== undefined) counts.set(`${site}: ${fault}`, (counts.get(`${site}: ${fault}`) ?? 0) + 1);
      return fault;
    },
    end: () => {
      isOver = true;
    },
    begin: () => {
      isOver = false;
    },
    counts: () => counts,
  };
};
