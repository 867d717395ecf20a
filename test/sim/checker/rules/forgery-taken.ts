import type { File } from '../case.ts';
import type { Violation } from '../violation.ts';

/** An unsigned delivery is never accepted. */
export const forgeryTaken = ({ evidence: { forgeriesTaken } }: File): readonly Violation[] =>
  forgeriesTaken === 0 ? [] : [{ name: 'forgery taken', about: 'webhooks', why: `${forgeriesTaken} of them` }];
