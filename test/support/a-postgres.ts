import { afterAll, beforeAll } from '@jest/globals';
import { type Postgres, startPostgres } from './start-postgres.ts';

/** A PostgreSQL for the tests of one file. `isDurable`: see `startPostgres`. */
export const aPostgres = (isDurable = false): (() => Postgres) => {
  let running: Postgres | undefined;
  beforeAll(async () => {
    running = await startPostgres(isDurable);
  }, 60_000);
  afterAll(async () => {
    await running?.stop();
  });
  return () => {
    if (running === undefined) throw new Error('PostgreSQL is not running');
    return running;
  };
};
