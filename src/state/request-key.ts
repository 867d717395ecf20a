import { type RunRequest } from '../core/run.ts';

/** One text for equal requests, and for equal ones only. The order of the storefronts counts: it is their precedence. */
export const requestKey = ({ storefronts, range, dryRun }: RunRequest): string =>
  JSON.stringify([storefronts, range.from, range.to, dryRun]);
