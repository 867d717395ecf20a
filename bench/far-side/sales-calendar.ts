/** When the orders of the far side were made: order `n` at a time of its own, later for every later order. */
export interface SalesCalendar {
  readonly total: number;
  /** ISO 8601 in UTC with whole seconds, always 20 characters. */
  readonly instantOf: (order: number) => string;
  /** Orders of a half-open interval, by number: from the first one, and before the last one. */
  readonly between: (start: string, end: string) => readonly [first: number, end: number];
}

/** Both lie inside of their months in every American time zone. */
const warmUpStart = Date.parse('2025-01-03T00:00:00Z');
const warmUpEnd = Date.parse('2025-01-29T00:00:00Z');
const start = Date.parse('2025-02-03T00:00:00Z');
const end = Date.parse('2026-03-29T00:00:00Z');

/** The days of the orders that warm the client up, and of those that are measured. */
export const warmUpRange = { from: '2025-01-01', to: '2025-01-31' } as const;
export const measuredRange = { from: '2025-02-01', to: '2026-03-31' } as const;

/** Spreads the orders of the warm-up over a month, and the others evenly over the fourteen months that follow. */
export const salesCalendar = (warmUp: number, measured: number): SalesCalendar => {
  const total = warmUp + measured;
  const times = Float64Array.from({ length: total }, (_, order) => {
    const [from, to, index, count] =
      order < warmUp ? [warmUpStart, warmUpEnd, order, warmUp] : [start, end, order - warmUp, measured];
    return from + Math.floor(((to - from) * index) / count / 1000) * 1000;
  });
  const firstAt = (time: number): number => {
    let [low, high] = [0, total];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? Infinity) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    total,
    instantOf: (order) => `${new Date(times[order] ?? 0).toISOString().slice(0, 19)}Z`,
    between: (from, to) => [firstAt(Date.parse(from)), firstAt(Date.parse(to))],
  };
};
