import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { NewJob } from '../../domain/job-queue.ts';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import { endedElsewhere } from '../../sync/run/ended-elsewhere.ts';
import { zeroCounts } from '../../domain/run.ts';
import { openSession } from '../../sync/run/open-session.ts';
import { patientBook } from '../../sync/patience/patient-book.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import type { JobContext } from './job-context.ts';

/** All workers are one in the eyes of other processes: their queue sees to it that one at a time is at a storefront. */
const workersName = 'the workers';

/** A holder of its own for each job: a worker that was stopped and wakes commits nothing over what its successor found. */
const newHolder = ({ random }: Pick<SyncPorts, 'random'>): string =>
  `${workersName} #${random.next().toString(36).slice(2)}`;

const isOfWorkers = (owner: string): boolean => owner.split(' #')[0] === workersName;

/**
 * The ports of one job. Whichever worker holds a storefront of it does so no more: it has left or died, or has lost its job to
 * this one.
 */
export const portsOfJob = (ports: SyncPorts): SyncPorts => ({
  ...ports,
  owner: newHolder(ports),
  isGone: (owner) => isOfWorkers(owner) || ports.isGone(owner),
});

/**
 * A session of a run for one job; undefined when the run is not at work (over, paused), or nobody knows it. With each page that
 * it commits, the next jobs are added in the same transaction.
 */
export const runSession = async (
  { engine, desk }: JobContext,
  runId: string,
  next: readonly NewJob[],
): Promise<E.Either<StoreError, ReturnType<typeof openSession> | undefined>> => {
  const isEnded = endedElsewhere(engine.sync, runId);
  const isInterrupted = (): boolean => engine.isClosing() || isEnded();
  const ports = { ...portsOfJob(engine.sync), isInterrupted };
  const withNext: SyncStore = { ...ports.book, commitPage: (page, at, hold) => desk.commitPage(page, at, next, hold) };
  const book = patientBook(withNext, ports);
  const run = await book.findRun(O.some(runId))();
  if (E.isLeft(run)) return run;
  if (O.isNone(run.right) || run.right.value.status !== 'running') return E.right(undefined);
  return E.right(openSession(ports, book, run.right.value, zeroCounts));
};
