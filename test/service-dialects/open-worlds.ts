import { afterEach } from '@jest/globals';
import { aDialectWorld, type DialectWorld, type DialectWorldOptions } from './a-dialect-world.ts';

/** Opens worlds for the tests of one file, and closes them after each test. */
export const openWorlds = (): ((options: DialectWorldOptions) => Promise<DialectWorld>) => {
  const open: DialectWorld[] = [];
  afterEach(async () => {
    for (const world of open.splice(0)) await world.close();
  });
  return async (options) => {
    const world = await aDialectWorld(options);
    open.push(world);
    return world;
  };
};
