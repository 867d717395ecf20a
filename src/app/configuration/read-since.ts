import { dayProblem, dayRemedy } from '../../domain/date-range.ts';
import type { FieldReader } from './field-reader.ts';

/** The first day of a storefront; null where it is not set. */
export const readSince = (reader: FieldReader): string | null => {
  const since = reader.optionalText('since', dayRemedy);
  if (since === null || since === '') return null;
  const problem = dayProblem(since);
  if (problem === undefined) return since;
  reader.complain('since', problem, dayRemedy);
  return null;
};
