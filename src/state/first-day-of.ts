import * as O from 'fp-ts/lib/Option.js';
import type { RunRequest } from '../core/run.ts';

/** The first day of the earliest range among requests that push a storefront's sales. Pure. */
export const firstDayOf = (requests: Iterable<RunRequest>, storefront: string): O.Option<string> => {
  let first: string | undefined;
  for (const { storefronts, range, dryRun } of requests) {
    if (dryRun || !storefronts.includes(storefront)) continue;
    if (first === undefined || range.from < first) first = range.from;
  }
  return O.fromNullable(first);
};
