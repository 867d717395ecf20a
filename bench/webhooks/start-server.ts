import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';
import { onOneCore } from './on-one-core.ts';

const decodeLine = decodeAs(t.tuple([t.string], 'line'));

export interface RunningServer {
  readonly origin: string;
  /** Used by its process so far, in microseconds. */
  readonly cpuUs: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts a candidate in a process of its own. */
export const startServer = async (script: string, words: readonly string[]): Promise<RunningServer> => {
  const path = fileURLToPath(new URL(`servers/${script}`, import.meta.url));
  const [program, ...rest] = onOneCore([process.execPath, path, ...words]);
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [])]);
  const [origin] = right(decodeLine(line));
  return {
    origin,
    cpuUs: async () => Number(await (await fetch(`${origin}/cpu`)).text()),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};
