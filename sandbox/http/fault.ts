/** Faults as data: how and when a stand-in server goes wrong, so that a test can repeat a failure exactly. */
import type { Draw } from '../seeded-random.ts';

/** Whether the fault strikes before the request has any effect, or after its effect is durable. */
export type When = 'before' | 'after';

/** One fault. */
export type Fault =
  /** Another status than the right one; a 429 or 503 may carry `retryAfter` as the header is written. */
  | { readonly kind: 'status'; readonly status: number; readonly when: When; readonly retryAfter?: string }
  /** The connection is cut without an answer. */
  | { readonly kind: 'drop'; readonly when: When }
  /** The connection is cut in the middle of the answer. */
  | { readonly kind: 'half'; readonly when: When }
  /** Status 200 with a body that cannot be read. */
  | { readonly kind: 'garbage'; readonly when: When }
  /** The right answer, but late. */
  | { readonly kind: 'delay'; readonly when: When; readonly milliseconds: number }
  /** Another client's transaction takes the id first; the push is then answered 409. */
  | { readonly kind: 'foreign' };

/**
 * When a fault happens: at requests of the kind `on` (`any`: at all of them), after `skip` of them succeeded, at most `times`
 * times, each time with probability `chance`. Defaults: none skipped, no limit, always.
 *
 * @example
 * const rule: FaultRule = { on: 'push', skip: 3, times: 1, fault: { kind: 'drop', when: 'after' } };
 * // the fourth push is stored, its answer is lost
 */
export interface FaultRule {
  readonly on: string;
  readonly skip?: number;
  readonly times?: number;
  readonly chance?: number;
  readonly fault: Fault;
}

/** The fault for each request in turn, if any. The first matching rule applies. */
export type FaultPlan = (operation: string) => Fault | undefined;

/** Depends only on rules and draws: the same requests in the same order get the same faults. */
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
