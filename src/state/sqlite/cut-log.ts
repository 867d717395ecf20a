import { defaultPatience } from './patience.ts';
import type { SqliteDatabase } from './sqlite-driver.ts';

const isBusy = (row: unknown): boolean => typeof row === 'object' && row !== null && 'busy' in row && row.busy !== 0;

/**
 * Moves the write-ahead log into the file and cuts it, so that bytes which were deleted are in neither. False, with the log as
 * it was, while another process reads or writes, or when the disk is full: nothing is lost, and the next time will do.
 */
export const cutLog = (database: SqliteDatabase): boolean => {
  try {
    database.exec('pragma busy_timeout = 0');
    return !database.prepare('pragma wal_checkpoint(truncate)').all().some(isBusy);
  } catch {
    return false;
  } finally {
    database.exec(`pragma busy_timeout = ${defaultPatience}`);
  }
};
