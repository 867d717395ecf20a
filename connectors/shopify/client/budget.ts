/**
 * Makes each query wait until the app has enough of Shopify's rate-limit points in the shop, as Shopify's responses report them.
 */
import type { Clock } from '../../../src/domain/environment.ts';
import type { Extensions } from './graphql-error.ts';

/** Points reserved for one query. */
export interface Share {
  /** In the order in which shares are taken. */
  readonly number: number;
  readonly key: string;
  readonly points: number;
}

/**
 * Other processes of the same app use the same points, which shows only when Shopify throttles a request; the caller waits then.
 */
export interface Budget {
  /** Waits for the points of a query, first come, first served. Pass the share to `update` with the response. */
  readonly take: (document: string, first: unknown) => Promise<Share>;
  /** Takes the cost report of a response; undefined when none arrived. */
  readonly update: (share: Share, extensions: Extensions | undefined) => void;
  /** What was wrong with the last report of the budget; undefined where it makes sense. */
  readonly problem: () => string | undefined;
  /** The cost that Shopify last reported for a query of that size; undefined before the first response. */
  readonly costOf: (document: string, first: unknown) => number | undefined;
}

interface Status {
  readonly available: number;
  readonly max: number;
  readonly perSecond: number;
  readonly at: number;
  /** The share of the answered query: the response already counts the shares taken before it. */
  readonly number: number;
}

/** Longer than any query waits on the slowest plan. Then it is sent, and Shopify decides. */
const maxWaitMs = 60_000;

/** Milliseconds between two checks of the budget: a response may have returned points. */
const pollMs = 250;

/** One query costs no more than this on any plan (shopify.dev, API limits). */
const maxPoints = 1_000;
/** Cost of a query about one order until Shopify reports it. */
const assumedCost = 200;

const nonsense = "Shopify's report of its rate limit makes no sense and is ignored.";

export const budgetOf = (clock: Clock): Budget => {
  const costs = new Map<string, number>();
  let status: Status | undefined;
  let problem: string | undefined;
  const underWay = new Map<number, number>();
  let lastNumber = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** Milliseconds until this many points are available. */
  const waitFor = (points: number): number => {
    if (status === undefined) return 0;
    const { available, max, perSecond, at, number } = status;
    let reserved = 0;
    for (const [one, share] of underWay) if (one > number) reserved += share;
    const now = Math.min(max, available + (Math.max(0, clock.now() - at) / 1000) * perSecond);
    return Math.ceil(((Math.min(points, max) - (now - reserved)) / perSecond) * 1000);
  };

  const takeNow = async (share: Share): Promise<Share> => {
    // Never longer than first computed, so that a clock that stands still does not block the queue.
    for (let left = Math.min(maxWaitMs, waitFor(share.points)); left > 0;) {
      const part = Math.min(left, pollMs);
      await clock.sleep(part)();
      left = Math.min(left - part, waitFor(share.points));
    }
    underWay.set(share.number, share.points);
    return share;
  };

  return {
    take: (document, first) => {
      const key = keyOf(document, first);
      const points = costs.get(key) ?? (typeof first === 'number' ? maxPoints : assumedCost);
      lastNumber += 1;
      const share = { number: lastNumber, key, points };
      const turn = queue.then(() => takeNow(share));
      queue = turn;
      return turn;
    },
    update: ({ number, key }, extensions) => {
      underWay.delete(number);
      const requested = extensions?.cost?.requestedQueryCost;
      if (typeof requested === 'number' && requested <= maxPoints) costs.set(key, requested);
      const reported = extensions && statusOf(extensions, clock.now(), number);
      if (reported === undefined) return;
      problem = reported === 'nonsense' ? nonsense : undefined;
      if (reported !== 'nonsense') status = reported;
    },
    problem: () => problem,
    costOf: (document, first) => costs.get(keyOf(document, first)),
  };
};

const keyOf = (document: string, first: unknown): string => `${typeof first === 'number' ? first : ''} ${document}`;

/** The fastest plan has 20,000 points and 2,000 a second. */
const maxSensible = 1_000_000;

/** `nonsense` for a report that could make a query wait without end; undefined if Shopify reports nothing. */
const statusOf = ({ cost }: Extensions, at: number, number: number): Status | 'nonsense' | undefined => {
  const { currentlyAvailable: available, maximumAvailable: max, restoreRate: perSecond } = cost?.throttleStatus ?? {};
  if (typeof available !== 'number' || typeof max !== 'number' || typeof perSecond !== 'number') return undefined;
  // A query that runs may take the budget below zero.
  const makesSense = isSensible(available, -maxSensible) && isSensible(max, maxPoints / 10) && isSensible(perSecond, 1);
  return makesSense ? { available, max, perSecond, at, number } : 'nonsense';
};

const isSensible = (value: number, atLeast: number): boolean => value >= atLeast && value <= maxSensible;
