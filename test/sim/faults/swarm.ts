import type { Dice } from '../kernel/dice.ts';
import { countedFaults } from './fault-counter.ts';
import type { Faults, Site } from './faults.ts';

/** How often anything at all goes wrong at a site, at the worst. */
const worst: Readonly<Record<Site, number>> = {
  push: 0.9,
  find: 0.5,
  list: 0.4,
  shopify: 0.35,
  bulk: 0.95,
  result: 0.35,
  stripe: 0.25,
  webhook: 0.8,
  change: 0.9,
  book: 0.05,
  life: 0.015,
  commit: 0.06,
  nemesis: 0.5,
  death: 0.5,
};

/**
 * Each seed draws its own mix: how bad each site is, and which faults occur at all. So there are calm worlds, worlds
 * with one kind of fault, and very bad ones; a mean of everything would find less.
 */
export const swarm = (dice: Dice): Faults => {
  const badness = new Map<Site, number>();
  const weights = new Map<string, number>();
  const badnessOf = (site: Site): number => {
    const known = badness.get(site) ?? (dice.chance(0.25) ? 0 : dice.next() * worst[site]);
    badness.set(site, known);
    return known;
  };
  const weightOf = (name: string): number => {
    const known = weights.get(name) ?? (dice.chance(0.4) ? 0 : dice.next());
    weights.set(name, known);
    return known;
  };
  return countedFaults((site, menu) => {
    if (!dice.chance(badnessOf(site))) return undefined;
    const all = menu.map((fault) => ({ fault, weight: weightOf(`${site} ${fault}`) }));
    let lot = dice.next() * all.reduce((sum, { weight }) => sum + weight, 0);
    return all.find(({ weight }) => {
      lot -= weight;
      return lot < 0;
    })?.fault;
  });
};
