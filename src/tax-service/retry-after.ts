/** The longest pause that the service can ask for, in milliseconds: a slip of its clock must not stop us for a year. */
export const longestRetryAfterMs = 15 * 60_000;

/** RFC 9110 §5.6.7: what begins with a day's name is a date in GMT. `Date.parse` alone would take far more for one. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

const capped = (milliseconds: number): number => Math.min(Math.max(0, milliseconds), longestRetryAfterMs);

/**
 * How long to wait by a `Retry-After` header (RFC 9110 §10.2.3), in milliseconds; null when it says nothing usable.
 * Seconds or a date relative to `now`; what lies in the past or is negative is 0; no more than 15 minutes.
 *
 * @example
 * parseRetryAfter(now)('120') // 120_000
 */
export const parseRetryAfter =
  (now: number) =>
  (header: string | undefined): number | null => {
    const text = header?.trim() ?? '';
    if (/^[+-]?\d+(\.\d+)?$/.test(text)) return capped(Number(text) * 1000);
    if (!httpDate.test(text)) return null;
    // The oldest of the three forms (`Sun Nov  6 08:49:37 1994`) names no zone: it would be read in that of this machine.
    const at = Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text);
    return Number.isNaN(at) ? null : capped(at - now);
  };
