import type { Draw } from '../seeded-random.ts';
import type { Fault, FaultRule } from './fault.ts';

/** The fault for each request in turn, if any. The first matching rule applies. */
export type FaultPlan = (operation: string) => Fault | undefined;

/** Rules and draws decide together: the same requests in the same order meet the same faults. */
export const faultPlan = (rules: readonly FaultRule[], draw: Draw): FaultPlan => {
  const counted = rules.map((rule) => ({ rule, met: 0, struck: 0 }));
  return (operation) => {
    for (const count of counted) {
      const { rule } = count;
      if (rule.on !== 'any' && rule.on !== operation) continue;
      count.met += 1;
      if (count.met <= (rule.skip ?? 0) || count.struck >= (rule.times ?? Infinity)) continue;
      if (!draw.chance(rule.chance ?? 1)) continue;
      count.struck += 1;
      return rule.fault;
    }
    return undefined;
  };
};
