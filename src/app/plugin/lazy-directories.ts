/** Loads the code of directories only in an app that has some, when it is first needed. */
import type { Directories, DirectoriesPorts } from './directories.ts';
import { lazily } from './once.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** For an app without directories. */
const noDirectories: Directories = {
  refresh: () => Promise.resolve({ added: [], removed: [], problems: [] }),
  refreshIfDue: nothing,
  start: nothing,
  stop: () => undefined,
  onUninstalled: nothing,
  receive: () => Promise.resolve({ _tag: 'Unknown' }),
  release: () => undefined,
};

export const lazyDirectories = (ports: DirectoriesPorts): Directories => {
  if (ports.directories.length === 0) return noDirectories;
  let made: Directories | undefined;
  const loaded = lazily(async () => {
    const { directoriesOf } = await import('./directories.ts');
    made = directoriesOf(ports);
    return made;
  });
  return {
    refresh: async () => (await loaded()).refresh(),
    refreshIfDue: async () => (await loaded()).refreshIfDue(),
    start: async () => (await loaded()).start(),
    stop: () => made?.stop(),
    onUninstalled: async (storefront) => (await loaded()).onUninstalled(storefront),
    receive: async (delivery) => (await loaded()).receive(delivery),
    release: (storefront) => made?.release(storefront),
  };
};
