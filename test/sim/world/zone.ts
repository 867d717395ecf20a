/** A time zone in which a storefront keeps its days, and where the days of the history begin and end there. */
export interface Zone {
  readonly name: string;
  /** The first instant of the history, and the first one after it. Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Worked out by hand from `historyRange`: nothing of the product takes part in it. */
export const zones: readonly [Zone, ...Zone[]] = [
  { name: 'America/New_York', start: Date.UTC(2026, 1, 26, 5), end: Date.UTC(2026, 3, 1, 4) },
  { name: 'America/Los_Angeles', start: Date.UTC(2026, 1, 26, 8), end: Date.UTC(2026, 3, 1, 7) },
  { name: 'Asia/Kolkata', start: Date.UTC(2026, 1, 25, 18, 30), end: Date.UTC(2026, 2, 31, 18, 30) },
  { name: 'Pacific/Auckland', start: Date.UTC(2026, 1, 25, 11), end: Date.UTC(2026, 2, 31, 11) },
];
