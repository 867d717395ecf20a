import { dayProblem, dayRemedy } from '../../domain/date-range.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { Complaint } from '../configuration/complaint.ts';

/** Whether it is what shopify() and stripe() give. A host without a compiler may write what a configuration file has. */
export const isSource = (given: unknown): given is StorefrontSource =>
  typeof given === 'object' && given !== null && 'open' in given && typeof given.open === 'function';

/** What is wrong with a storefront that would fail in the middle of the work, or leave out sales; undefined when nothing is. */
export const sourceComplaint = (name: string, source: unknown): Complaint | undefined => {
  const path = `storefronts.${name}`;
  if (!isSource(source)) {
    const remedy = 'Write shopify({ … }) of tax-nexus-sync/shopify, or stripe({ … }) of tax-nexus-sync/stripe';
    return { path, problem: 'it is no storefront', remedy };
  }
  if (source.problems !== undefined && source.problems.length > 0) {
    return { path, problem: source.problems.join('; '), remedy: 'Correct the options of this storefront' };
  }
  const since: unknown = source.since ?? null;
  const problem = since === null ? undefined : dayProblem(since);
  return problem === undefined ? undefined : { path: `${path}.since`, problem, remedy: dayRemedy };
};
