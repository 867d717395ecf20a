import type { RunRequest } from '../domain/run.ts';
import * as O from 'fp-ts/lib/Option.js';

/** One text for equal requests, and for equal ones only. The order of the storefronts counts: it is their precedence. */
export const runRequestKey = ({ storefronts, range, dryRun, kind }: RunRequest): string =>
  JSON.stringify([storefronts, range.from, range.to, dryRun, ...(kind === 'live' ? [kind] : [])]);

/** How the key of every live run ends, and of no other. */
export const liveKeySuffix = ',"live"]';

/** The first day of the earliest range among requests that push a storefront's sales. Pure. */
export const findFirstDay = (requests: Iterable<RunRequest>, storefront: string): O.Option<string> => {
  let first: string | undefined;
  for (const { storefronts, range, dryRun } of requests) {
    if (dryRun || !storefronts.includes(storefront)) continue;
    if (first === undefined || range.from < first) first = range.from;
  }
  return O.fromNullable(first);
};
