import { dayIn } from '../../domain/date-range.ts';
import type { Instant } from '../../domain/instant.ts';

/** Hours that are remembered: calendar arithmetic costs more than the rest of a row. */
const maxHours = 50_000;

/** The local day of an instant. No offset of a zone changes within a quarter of an hour. */
export const dayReader = (): ((timeZone: string, instant: Instant) => string) => {
  const known = new Map<string, string>();
  return (timeZone, instant) => {
    const quarter = Math.floor(Number(instant.slice(14, 16)) / 15);
    const key = `${timeZone} ${instant.slice(0, 13)} ${quarter}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const day = dayIn(timeZone, instant);
    if (known.size >= maxHours) known.clear();
    known.set(key, day);
    return day;
  };
};
