import type { Instant } from '../domain/instant.ts';

/** Whether an instant is written in UTC: then texts compare as time does. */
export const isInUtc = (instant: Instant): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(instant);

/** To the second (`2026-03-08T07:00:00`), of an instant in UTC. Days begin on whole seconds, so that fractions decide nothing. */
export const secondOf = (instant: Instant): string => instant.slice(0, 19);
