import * as E from 'fp-ts/lib/Either.js';
import { dateRange } from './date-range.ts';

/** What is wrong with a day as a person wrote it, whatever its type; undefined when nothing is. It quotes nothing. Pure. */
export const dayProblem = (written: unknown): string | undefined =>
  typeof written === 'string' && E.isRight(dateRange(written, written)) ? undefined : 'it is not a day of the calendar';

/** What to write instead. */
export const dayRemedy = 'Write a day as YYYY-MM-DD, such as 2026-01-31, or leave it out';
