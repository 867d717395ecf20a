import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '../../src/domain/fields.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../index.ts';

const lastConfiguration = (config: string): string => (existsSync(config) ? readFileSync(config, 'utf8') : '');

/** Where the service was last time; 0 when this is the first time. At another address it would be another service. */
const lastServicePort = (config: string): number => {
  const [, port = '0'] = /"baseUrl": "http:\/\/127\.0\.0\.1:(\d+)"/.exec(lastConfiguration(config)) ?? [];
  return Number(port);
};

/** The first day of the samples last time; undefined when this is the first time. On other days they would be other sales. */
export const lastFirstDay = (config: string): string | undefined =>
  /"since": "(\d{4}-\d\d-\d\d)"/.exec(lastConfiguration(config))?.[1];

/**
 * The sandbox, with all that it keeps in a folder, and its configuration in a file there; undefined where nothing can be
 * written. Its service has the port of last time, unless that one is taken.
 *
 * @param options `state`: the sync database, `sqlite:` and a path relative to the folder; what the shop is like
 */
export const startSandboxIn = async (
  folder: string,
  config: string,
  options: Pick<SandboxOptions, 'state' | 'shop' | 'registrations'>,
): Promise<Sandbox | undefined> => {
  const startAt = (port: number): Promise<Sandbox> =>
    startSandbox({ ...options, taxService: { port, journalFile: join(folder, 'service.ndjson') } });
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    const running = await startAt(lastServicePort(config)).catch((error: unknown) => {
      if (fieldOf(error, 'code') === 'EADDRINUSE') return startAt(0);
      throw error;
    });
    writeFileSync(config, JSON.stringify(running.configuration, null, 2));
    return running;
  } catch (error) {
    // An error of the file system.
    if (typeof error === 'object' && error !== null && 'path' in error) return undefined;
    throw error;
  }
};
