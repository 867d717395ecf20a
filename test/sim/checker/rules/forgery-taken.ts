import type { File } from '../case.ts';
import type { Verdict } from '../verdict.ts';

/** An unsigned delivery is never accepted. */
export const forgeryTaken = ({ evidence: { forgeriesTaken } }: File): readonly Verdict[] =>
  forgeriesTaken === 0 ? [] : [{ name: 'forgery taken', about: 'webhooks', why: `${forgeriesTaken} of them` }];
