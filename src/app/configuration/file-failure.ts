import type { Complaint } from './complaint.ts';
import { fileCodes, isFileCode } from './file-codes.ts';
import { thrownBy } from './thrown.ts';

/** Why the file system does not give out this very file; undefined when that is not what went wrong. */
export const fileFailure = (path: string, error: unknown): Complaint | undefined => {
  const { code, path: refused = path } = thrownBy(error);
  return isFileCode(code) && refused === path
    ? { path, problem: `it cannot be read (${code})`, remedy: fileCodes[code] }
    : undefined;
};
