import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { Run } from '../../domain/run.ts';
import type { ScreenPorts, ScreenState } from './screen-ports.ts';

/** Runs that are read at a time, and how often: the newest 10,000 of all storefronts. */
const [runsAtATime, maxReads] = [200, 50];

const listedRuns =
  (reviews: ReviewStore, isShown: (run: Run) => boolean): ReviewStore['listRuns'] =>
  ({ before, limit }) =>
  async () => {
    const shown: Run[] = [];
    let from = before;
    for (let reads = 0; reads < maxReads && shown.length <= limit; reads += 1) {
      const page = await reviews.listRuns({ before: from, limit: runsAtATime })();
      if (E.isLeft(page)) return page;
      shown.push(...page.right.runs.filter(isShown));
      from = page.right.next;
      if (O.isNone(from)) break;
    }
    const runs = shown.slice(0, limit);
    return E.right({ runs, next: shown.length > limit ? O.fromNullable(runs.at(-1)?.id) : O.none });
  };

/**
 * The ports for a user who may see only these storefronts. Everything about a run begins with `findRun` or `listRuns`, and a
 * run that includes another storefront does not exist here: its sums would show that one's sales.
 */
export const limitedPorts = (ports: ScreenPorts, allowed: readonly string[]): ScreenPorts => {
  const names = new Set(allowed.flatMap((one) => ports.storefrontsOf(one)));
  const isShown = ({ storefronts }: Run): boolean => storefronts.every((name) => names.has(name));
  const limitedState = (state: ScreenState): ScreenState => ({
    ...state,
    store: { ...state.store, findRun: flow(state.store.findRun, TE.map(O.filter(isShown))) },
    reviews: { ...state.reviews, listRuns: listedRuns(state.reviews, isShown) },
  });
  return {
    ...ports,
    storefronts: () => ports.storefronts().filter((name) => names.has(name)),
    mayCloseMonths: ports.storefronts().every((name) => names.has(name)),
    connectorOf: (name) => (names.has(name) ? ports.connectorOf(name) : undefined),
    opened: async () => E.map(limitedState)(await ports.opened()),
    counts: {
      ...ports.counts,
      now: () => {
        const counting = ports.counts.now();
        return counting !== undefined && names.has(counting.storefront) ? counting : undefined;
      },
    },
  };
};
