import { freshFor } from './limits.ts';

/**
 * Whether what was read at `readAt` and committed by `now` (milliseconds since 1970) may have taken the place of something
 * newer: its process was asked to pause, or was stopped, and another one has read the record meanwhile. A clock that was
 * set says nothing, so then it may. Pure.
 */
export const isStale = (readAt: number, now: number): boolean => Math.abs(now - readAt) > freshFor;
