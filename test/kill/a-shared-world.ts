import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from '@jest/globals';
import * as t from 'io-ts';
import { aPostgres } from '../support/a-postgres.ts';
import { start, type Start, type Started } from '../support/a-process.ts';
import type { Postgres } from '../support/start-postgres.ts';
import { syncAll, type World } from '../support/a-world.ts';
import { aDeadlyWorld, orders } from './a-deadly-world.ts';
import { check, type Findings, type Kept, nothingWrong } from './checker.ts';
import { shopTruth } from './shop-truth.ts';
import { addFindings, newTally, type Tally, printTally } from './tally.ts';
import { pushedBy } from './pushed.ts';

const truth = shopTruth(orders);
const Rows = t.readonlyArray(t.type({ id: t.string, status: t.string }));

/** A deadly world whose sync database is a PostgreSQL database of its own. */
export interface SharedWorld extends World {
  /** The address of the sync database. */
  readonly address: string;
  readonly ask: Postgres['ask'];
  /** Really stops the server, does something, and starts the server again. */
  readonly whileDown: (work: () => Promise<void>, how?: Parameters<Postgres['shutDown']>[0]) => Promise<void>;
  /** The same for so many milliseconds. */
  readonly restart: (how: Parameters<Postgres['shutDown']>[0], downFor: number) => Promise<void>;
  /** Starts a command. The address comes from the environment, as it does where it is a secret. */
  readonly begin: (words?: readonly string[], env?: Readonly<Record<string, string>>) => Started;
}

/** Worlds on one server for the tests of a file. `run` starts their processes; `isDurable`: see `startPostgres`. */
export const sharedWorlds = (run: Start = start, isDurable = false): (() => Promise<SharedWorld>) => {
  const postgres = aPostgres(isDurable);
  const whileDown: SharedWorld['whileDown'] = async (work, how = 'fast') => {
    await postgres().shutDown(how);
    try {
      await work();
    } finally {
      await postgres().startAgain();
    }
  };
  return async () => {
    const address = await postgres().newDatabase();
    const world = await aDeadlyWorld({ storeState: { env: 'DATABASE_URL' } });
    return {
      ...world,
      address,
      ask: postgres().ask,
      whileDown,
      restart: (how, downFor) => whileDown(() => sleep(downFor), how),
      begin: (words = syncAll, env = {}) => run(world.folder, words, { DATABASE_URL: address, ...env }),
    };
  };
};

/** What the sync database believes. */
const keptIn = async ({ address, ask }: SharedWorld): Promise<readonly Kept[]> => {
  const rows = await ask(address, 'select id, status from tax_nexus.submission');
  if (!Rows.is(rows)) throw new Error('the sync database has another layout');
  return rows;
};

/** What the three who know say of it: the shop, the service and the sync database. */
export const sharedFindingsIn = async (world: SharedWorld): Promise<Findings> =>
  check(truth, world.taxService.journal().map(pushedBy), await keptIn(world));

/** A campaign of kills among processes that share a sync database in PostgreSQL; its figures are sent with all the others. */
export interface SharedCampaign {
  readonly tally: Readonly<Tally>;
  /** Notes a process that died, and what was in doubt at that moment. */
  readonly noteDeath: (world: SharedWorld) => Promise<void>;
  /** The three who know are asked, and have nothing to say. */
  readonly expectNothingWrong: (world: SharedWorld) => Promise<void>;
}

export const sharedCampaign = ({ kills = true } = {}): SharedCampaign => {
  const tally = newTally();
  afterAll(() => {
    printTally(tally);
    expect(tally.kills > 0).toBe(kills);
  });
  return {
    tally,
    noteDeath: async (world) => {
      const there = new Set(world.taxService.journal().map(({ id }) => id));
      const kept = await keptIn(world);
      tally.kills += 1;
      tally.recovered += kept.filter(({ id, status }) => status === 'intent' && there.has(id)).length;
    },
    expectNothingWrong: async (world) => {
      const findings = await sharedFindingsIn(world);
      addFindings(tally, findings);
      expect(findings).toStrictEqual(nothingWrong);
    },
  };
};
