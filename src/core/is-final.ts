import type { FinalStatus, RunStatus } from './run.ts';

export const finalStatuses: readonly FinalStatus[] = ['finished', 'cancelled'];

/** Whether nobody goes on with a run of that status: it is over, and an equal request is a new run. */
export const isFinal = (status: RunStatus): status is FinalStatus => finalStatuses.some((final) => final === status);
