import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { followRun, isOnWorkers } from '../../live/index.ts';
import type { ActiveRun, ActiveRuns } from './active-runs.ts';
import type { Opened } from './opened.ts';
import { rightOrThrow } from './right-or-throw.ts';

export interface FollowedRunsPorts {
  readonly runs: ActiveRuns;
  /** Rejects while it is stopped, or when it cannot be opened. */
  readonly opened: () => Promise<Opened>;
}

/** Runs that the workers of all processes share, as this one follows them. */
export interface FollowedRuns {
  /** Follows a run from now on, until it is over. */
  readonly follow: (runId: string) => Promise<ActiveRun>;
  /**
   * A run at work: one of this process, or one that the workers share, which is followed here from then on. Undefined when
   * it is over, or when another process is at work on it by itself.
   */
  readonly find: (runId: string) => Promise<ActiveRun | undefined>;
}

export const followedRuns = ({ runs, opened }: FollowedRunsPorts): FollowedRuns => {
  const joining = new Map<string, Promise<ActiveRun>>();

  const follow = async (runId: string): Promise<ActiveRun> => {
    const { ports } = await opened();
    const joined =
      runs.find(runId) ??
      joining.get(runId) ??
      runs
        .begin((following) => followRun({ ...ports, ...following })(runId))
        .finally(() => {
          joining.delete(runId);
        });
    if (joined instanceof Promise) joining.set(runId, joined);
    return joined;
  };

  return {
    follow,
    find: async (runId) => {
      const active = runs.find(runId);
      if (active !== undefined) return active;
      const { ports, workers } = await opened();
      const desk = await workers.desk();
      if (E.isLeft(desk) || desk.right === null) return undefined;
      const run = rightOrThrow(await ports.store.findRun(O.some(runId))());
      if (O.isNone(run) || run.value.status !== 'running') return undefined;
      return rightOrThrow(await isOnWorkers(desk.right, runId)()) ? follow(runId) : undefined;
    },
  };
};
