import { afterAll } from '@jest/globals';
import { inTerminal } from './a-terminal.ts';
import { aWorld, type World, type WorldOptions } from './a-world.ts';

export interface CliWorld extends World {
  /** Runs a command line in the world's folder. */
  readonly cli: ReturnType<typeof inTerminal>;
}

/** Worlds for the tests of one file, all ended with it. */
export const cliWorlds = (): ((options?: WorldOptions) => Promise<CliWorld>) => {
  const worlds: World[] = [];
  afterAll(async () => {
    await Promise.all(worlds.map(({ end }) => end()));
  });
  return async (options) => {
    const world = await aWorld(options);
    worlds.push(world);
    return { ...world, cli: inTerminal(world.folder) };
  };
};
