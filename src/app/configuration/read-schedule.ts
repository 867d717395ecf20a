import { defaultSchedule, type Schedule, scheduleComplaint } from '../../live/index.ts';
import type { FieldReader } from './field-reader.ts';

/** When catch-up and reconciliation are due: cron expressions, null for never, the default where nothing is written. */
export const readSchedule = (reader: FieldReader): Schedule => {
  const read = (task: keyof Schedule): string | null => {
    if (reader.raw(task) === undefined) return defaultSchedule[task];
    const remedy = 'Write minute, hour, day, month and weekday, such as "0 4 * * *", or null for never';
    const expression = reader.optionalText(task, remedy);
    if (expression !== null && expression !== '' && scheduleComplaint(expression) !== undefined) {
      reader.complain(task, 'it is not a cron expression', remedy);
    }
    return expression;
  };
  const schedule = { catchUp: read('catchUp'), reconcile: read('reconcile') };
  reader.refuseOthers();
  return schedule;
};
