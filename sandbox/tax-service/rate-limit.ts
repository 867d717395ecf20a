/** At most `requests` in any `perMilliseconds`, of each API key. */
export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/** Milliseconds to wait before one more request is let through; 0 lets it through and counts it. */
export type Gate = (now: number) => number;

/** A sliding window: remembers when the last `requests` were let through. */
export const rateLimitGate = ({ requests, perMilliseconds }: RateLimit): Gate => {
  const times: number[] = [];
  let next = 0;
  return (now) => {
    const oldest = times[next];
    if (oldest !== undefined && now - oldest < perMilliseconds) return perMilliseconds - (now - oldest);
    times[next] = now;
    next = (next + 1) % requests;
    return 0;
  };
};
