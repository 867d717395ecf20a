/** Points that queries cost, and how fast they come back. Shopify's standard plan: 2,000 points, 100 a second. */
export interface BucketOptions {
  readonly maximumAvailable: number;
  readonly restoreRate: number;
}

export interface ThrottleStatus extends BucketOptions {
  readonly currentlyAvailable: number;
}

/** A leaky bucket: a query is charged what it asks for, and given back what it did not use. */
export interface Bucket {
  /** Whether there was enough; then it is taken. */
  readonly take: (points: number) => boolean;
  readonly giveBack: (points: number) => void;
  readonly status: () => ThrottleStatus;
}

/** Null: a bucket that is always full. */
export const bucket = (options: BucketOptions | null, now: () => number): Bucket => {
  const { maximumAvailable, restoreRate } = options ?? { maximumAvailable: 20_000, restoreRate: 1000 };
  let available = maximumAvailable;
  let last = now();
  const refill = (): void => {
    const at = now();
    available = Math.min(maximumAvailable, available + ((at - last) / 1000) * restoreRate);
    last = at;
  };
  return {
    take: (points) => {
      if (options === null) return true;
      refill();
      if (points > available) return false;
      available -= points;
      return true;
    },
    giveBack: (points) => {
      available = Math.min(maximumAvailable, available + points);
    },
    status: () => ({ maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate }),
  };
};
