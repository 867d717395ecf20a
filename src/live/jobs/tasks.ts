import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { JobTask } from '../../domain/job-queue.ts';
import { beginTask } from './begin-task.ts';
import { endTask } from './end-task.ts';
import type { JobContext } from './job-context.ts';
import { requestsTask, minuteTask, scheduleTask } from './live-tasks.ts';
import { taskNames } from './new-jobs.ts';
import { pageTask } from './page-task.ts';

const AboutRun = t.type({ run: t.string });
const AboutPage = t.type({ run: t.string, storefront: t.string });
const AboutStorefront = t.type({ storefront: t.string });

/** A job that another version has written, and that this one cannot read, is left out. */
const reading =
  <A>(codec: t.Type<A>, work: (about: A) => ReturnType<JobTask>): JobTask =>
  async (about) =>
    codec.is(about) ? work(about) : E.right(undefined);

type Tasks = Readonly<Record<string, JobTask>>;

const historyTasks = (context: JobContext): Tasks => ({
  [taskNames.begin]: reading(AboutRun, beginTask(context)),
  [taskNames.page]: reading(AboutPage, pageTask(context)),
  [taskNames.end]: reading(AboutRun, endTask(context)),
});

const liveTasks = (context: JobContext): Tasks => ({
  [taskNames.minute]: minuteTask(context),
  [taskNames.bells]: reading(AboutStorefront, requestsTask(context)),
  [taskNames.schedule]: reading(AboutStorefront, scheduleTask(context)),
});

/** What a worker does for each job that it takes, by the names of jobs. */
export const tasksOf = (context: JobContext, does: 'all' | 'history'): Tasks => ({
  ...historyTasks(context),
  ...(does === 'all' && liveTasks(context)),
});
