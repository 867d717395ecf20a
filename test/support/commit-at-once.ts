import type { Random } from '../../src/domain/environment.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { ReportLine } from '../../src/domain/run.ts';
import { aCommit } from './a-report-line.ts';
import { right } from './right.ts';
import { seededRandom } from './seeded-random.ts';
import { sized } from './size.ts';

const steps = sized({ quick: 8, all: 15 });

/**
 * Commits random lines through several handles at once, each to a run of its own, and the same to `truth`. `beside` is called after
 * each commit, for what else a process does.
 */
export const commitAtOnce = async (
  handles: readonly SyncDatabase[],
  truth: SyncDatabase,
  given: {
    readonly seed: number;
    readonly runs: readonly string[];
    readonly at: string;
    readonly lineOf: (random: Random) => ReportLine;
    readonly beside: (random: Random, store: SyncDatabase, n: number) => Promise<void>;
  },
): Promise<void> => {
  const { seed, runs, at, lineOf, beside } = given;
  const commitAll = async (store: SyncDatabase, n: number): Promise<void> => {
    const random = seededRandom(seed + n);
    for (let step = 0; step < steps; step += 1) {
      const lines = Array.from({ length: 1 + Math.floor(random.next() * 5) }, () => lineOf(random));
      const commit = aCommit(runs[n] ?? '', { checkpoint: null, lines });
      for (const one of [store, truth]) right(await one.commitPage(commit, at)());
      await beside(random, store, n);
    }
  };
  await Promise.all(handles.map(commitAll));
};
