import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { Run } from '../../domain/run.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import type { ScreenCounts, ScreenPorts, ScreenState, ScreenUser } from './screen-ports.ts';

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

/** The ports for a user of one account: what is of others does not exist here. */
const accountPorts = (ports: ScreenPorts, account: string): ScreenPorts => ({
  ...ports,
  storefronts: () => ports.storefronts().filter((name) => ports.accountOf(name) === account),
  connectorOf: (name) => (ports.accountOf(name) === account ? ports.connectorOf(name) : undefined),
  opened: () => ports.opened(account),
  counts: { ...ports.counts, now: () => countOf(ports, (name) => ports.accountOf(name) === account) },
});

const countOf = (
  { counts }: ScreenPorts,
  isShown: (storefront: string) => boolean,
): ReturnType<ScreenCounts['now']> => {
  const counting = counts.now();
  return counting !== undefined && isShown(counting.storefront) ? counting : undefined;
};

/** The ports for a user; undefined for one who may see several accounts and names none. */
export const portsOfUser = (ports: ScreenPorts, { storefronts, account }: ScreenUser): ScreenPorts | undefined => {
  const all = ports.storefronts();
  const allowed =
    storefronts === undefined ? all : [...new Set(storefronts.flatMap((one) => ports.storefrontsOf(one)))];
  const [first = defaultAccount, ...others] = account === undefined ? new Set(allowed.map(ports.accountOf)) : [account];
  if (others.length > 0) return undefined;
  const own = accountPorts(ports, first);
  return storefronts === undefined ? own : limitedPorts(own, new Set(allowed));
};

/**
 * The ports for a user who may see only these storefronts. Everything about a run begins with `findRun` or `listRuns`, and a
 * run that includes another storefront does not exist here: its sums would show that one's sales.
 */
const limitedPorts = (ports: ScreenPorts, names: ReadonlySet<string>): ScreenPorts => {
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
    counts: { ...ports.counts, now: () => countOf(ports, (name) => names.has(name)) },
  };
};
