import type { Clock } from '../../../src/domain/environment.ts';
import type { Extensions } from './graphql-error.ts';

/** Points set apart for one query. */
export interface Share {
  /** Shares are numbered as they are taken. */
  readonly number: number;
  readonly key: string;
  readonly points: number;
}

/**
 * The points that Shopify gives an app in a shop, as far as its answers tell. A query waits until there are enough for it: so
 * the budget is used up as it comes back, and is not overdrawn. Another process of the same app is not seen until Shopify
 * refuses; that stays a pause for the caller.
 */
export interface Budget {
  /** Waits for the points of a query, first come, first served. Give the share back with the answer. */
  readonly take: (document: string, first: unknown) => Promise<Share>;
  /** Learns from an answer; undefined when none arrived. */
  readonly update: (share: Share, extensions: Extensions | undefined) => void;
  /** What a query was said to cost at that size; undefined before its first answer. */
  readonly costOf: (document: string, first: unknown) => number | undefined;
}

/** One query costs no more than this on any plan (shopify.dev, API limits). */
const maxPoints = 1_000;
/** What a query about one order costs, until Shopify has said so. */
const assumedCost = 200;
/** Milliseconds between two looks at the budget: an answer may have given points back. */
const pollMs = 250;

interface Status {
  readonly available: number;
  readonly max: number;
  readonly perSecond: number;
  readonly at: number;
  /** The share of the query that was answered: those taken before it are counted in the answer. */
  readonly number: number;
}

const statusOf = ({ cost }: Extensions, at: number, number: number): Status | undefined => {
  const { currentlyAvailable: available, maximumAvailable: max, restoreRate: perSecond } = cost?.throttleStatus ?? {};
  if (typeof available !== 'number' || typeof max !== 'number' || typeof perSecond !== 'number') return undefined;
  return perSecond > 0 ? { available, max, perSecond, at, number } : undefined;
};

const keyOf = (document: string, first: unknown): string => `${typeof first === 'number' ? first : ''} ${document}`;

export const budgetOf = (clock: Clock): Budget => {
  const costs = new Map<string, number>();
  let status: Status | undefined;
  const underWay = new Map<number, number>();
  let lastNumber = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** Milliseconds until there are so many points, as far as is known. */
  const waitFor = (points: number): number => {
    if (status === undefined) return 0;
    const { available, max, perSecond, at, number } = status;
    let reserved = 0;
    for (const [one, share] of underWay) if (one > number) reserved += share;
    const now = Math.min(max, available + (Math.max(0, clock.now() - at) / 1000) * perSecond);
    return Math.ceil(((Math.min(points, max) - (now - reserved)) / perSecond) * 1000);
  };

  const takeNow = async (share: Share): Promise<Share> => {
    // No longer than the first look said, so that a clock that stands still holds nobody up.
    for (let left = waitFor(share.points); left > 0;) {
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
      status = (extensions && statusOf(extensions, clock.now(), number)) ?? status;
    },
    costOf: (document, first) => costs.get(keyOf(document, first)),
  };
};
