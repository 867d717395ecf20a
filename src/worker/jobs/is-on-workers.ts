import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobDesk } from '../../core/job-desk.ts';
import type { BookError } from '../../core/record-book.ts';
import { keysOf } from './new-jobs.ts';

/** Whether workers are at work on a run, or one of them will be: each step of it adds the next before it ends. */
export const isOnWorkers = (desk: JobDesk, runId: string): TE.TaskEither<BookError, boolean> => desk.has(keysOf(runId));
