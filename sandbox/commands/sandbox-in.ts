/** Starts the sandbox in a folder that keeps its data, with the same port and days as the last time. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '../../src/domain/fields.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../index.ts';

/** The first day of the samples last time; undefined the first time. On other days they would be other sales. */
export const lastFirstDay = (config: string): string | undefined =>
  /"since": "(\d{4}-\d\d-\d\d)"/.exec(lastConfiguration(config))?.[1];

/**
 * Writes its configuration to a file in the folder; undefined if the folder cannot be written. The service gets its last port,
 * unless that one is taken.
 *
 * @param options `state`: the sync database, `sqlite:` and a path relative to the folder; `shop`: what the sample shop is like
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
    // Only errors of the file system have a path.
    if (typeof error === 'object' && error !== null && 'path' in error) return undefined;
    throw error;
  }
};

const lastConfiguration = (config: string): string => (existsSync(config) ? readFileSync(config, 'utf8') : '');

/** The port of the service last time; 0 the first time. At another address it would be another service. */
const lastServicePort = (config: string): number => {
  const [, port = '0'] = /"baseUrl": "http:\/\/127\.0\.0\.1:(\d+)"/.exec(lastConfiguration(config)) ?? [];
  return Number(port);
};
