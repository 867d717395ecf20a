import { afterAll, expect } from '@jest/globals';
import { inParallel } from '../../src/domain/async.ts';
import type { Ended, Started } from '../support/a-process.ts';
import type { World } from '../support/a-world.ts';
import { finishAndCheck, unconfirmed } from './a-deadly-world.ts';
import { addFindings, newTally, type Tally, printTally } from './tally.ts';

/** Two worlds at a time: as many as a small machine has cores. */
export const sideBySide = inParallel(2);

export interface Campaign {
  readonly tally: Readonly<Tally>;
  /** Ends the process where it stands, and notes it, unless it had come to its own end just before. */
  readonly kill: (world: World, doomed: Started) => Promise<void>;
  /** Notes a process that has killed itself at a named point; fails when it has not. */
  readonly expectDeath: (world: World, death: string, ended: Ended) => void;
  /** The same command once more, to its end: whatever happened, the service was sent everything once. */
  readonly finish: (world: World) => Promise<void>;
  /** The last of a world. */
  readonly end: (world: World) => Promise<void>;
}

/** A campaign of kills: what it came to is sent at the end of its file, and must not be nothing. */
export const aCampaign = (): Campaign => {
  const tally = newTally();
  afterAll(() => {
    printTally(tally);
    expect(tally.kills).toBeGreaterThan(0);
  });
  const noteDeath = (world: World): void => {
    tally.kills += 1;
    tally.recovered += unconfirmed(world);
  };
  const finish = async (world: World): Promise<void> => {
    await finishAndCheck(world, (findings) => addFindings(tally, findings));
  };
  return {
    tally,
    kill: async (world, doomed) => {
      doomed.send('SIGKILL');
      if ((await doomed.ended).signal === 'SIGKILL') noteDeath(world);
    },
    expectDeath: (world, death, { signal, err }) => {
      expect({ death, signal, err }).toMatchObject({ death, signal: 'SIGKILL' });
      noteDeath(world);
    },
    finish,
    end: async (world) => {
      await finish(world);
      await world.end();
    },
  };
};
