export { type JobEngine, type JobEngineOptions, jobEngine } from './jobs/job-engine.ts';
export { runOnWorkers } from './jobs/run-on-workers.ts';
export { type LiveEngine, liveEngine } from './live-engine.ts';
export type { LiveEvent, SettledRecord } from './live-event.ts';
export type { LivePorts } from './live-ports.ts';
export { defaultSchedule, type Schedule, scheduleComplaint } from './schedule.ts';
export type { TickResult } from './tick-result.ts';
export type { BeforePush } from '../sync/ports.ts';
