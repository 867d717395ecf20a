/** The parts of live work that src/app uses, and that src/index.ts and src/engine.ts publish. */
export { followRun, runOnWorkers, startOnWorkers } from './jobs/follow-run.ts';
export { type JobRunner, jobRunner, type JobWorkerSettings } from './jobs/job-worker.ts';
export { isOnWorkers } from './jobs/new-jobs.ts';
export type { LiveEvent } from './live-ports.ts';
export type { AccountFailure, LiveAccount, LiveAccounts, LivePorts } from './live-ports.ts';
export { type LiveWorker, liveWorker } from './live-worker.ts';
export { defaultSchedule, type Schedule, scheduleComplaint } from './schedule.ts';
export type { TickResult } from './live-ports.ts';
