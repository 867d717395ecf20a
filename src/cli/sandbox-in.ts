import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../sandbox/index.ts';

/**
 * The sandbox, with all that it keeps in a folder, and its configuration in a file there; undefined where nothing can be
 * written.
 *
 * @param state the sync database: `sqlite:` and a path relative to the folder
 */
export const startSandboxIn = async (folder: string, config: string, state: string): Promise<Sandbox | undefined> => {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    const running = await startSandbox({ taxService: { journalFile: join(folder, 'service.ndjson') }, state });
    writeFileSync(config, JSON.stringify(running.configuration, null, 2));
    return running;
  } catch (error) {
    // An error of the file system.
    if (typeof error === 'object' && error !== null && 'path' in error) return undefined;
    throw error;
  }
};
