import { dayProblem, dayRemedy } from '../../domain/date-range.ts';
import type { Complaint } from '../configuration/complaint.ts';
import { isSource } from './is-source.ts';

const noStorefront = (name: string): Complaint => ({
  path: `storefronts.${name}`,
  problem: 'it is no storefront',
  remedy: 'Write shopify({ … }) of tax-nexus-sync/shopify, or stripe({ … }) of tax-nexus-sync/stripe',
});

/** What is wrong with a storefront that would fail in the middle of the work, or leave out sales; undefined when nothing is. */
export const sourceComplaint = (name: string, source: unknown): Complaint | undefined => {
  if (!isSource(source)) return noStorefront(name);
  if (source.problems !== undefined && source.problems.length > 0) {
    const remedy = 'Correct the options of this storefront';
    return { path: `storefronts.${name}`, problem: source.problems.join('; '), remedy };
  }
  const since: unknown = source.since ?? null;
  const problem = since === null ? undefined : dayProblem(since);
  return problem === undefined ? undefined : { path: `storefronts.${name}.since`, problem, remedy: dayRemedy };
};
