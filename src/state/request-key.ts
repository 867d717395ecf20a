import type { RunRequest } from '../core/run.ts';

/** One text for equal requests, and for equal ones only. The order of the storefronts counts: it is their precedence. */
export const requestKey = ({ storefronts, range, dryRun, kind }: RunRequest): string =>
  JSON.stringify([storefronts, range.from, range.to, dryRun, ...(kind === 'live' ? [kind] : [])]);

/** How the key of every live run ends, and of no other. */
export const liveKeyEnd = ',"live"]';
