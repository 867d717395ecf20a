import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';
import { ServiceCounts } from './service.ts';

const decodeCounts = decodeAs(ServiceCounts);
const decodeLine = decodeAs(t.tuple([t.string], 'line'));

/** Shop and service in another process. */
export interface FarSide {
  readonly origin: string;
  /** A history of that many orders, and an empty service; it waits so many milliseconds before each answer. */
  readonly begin: (orders: {
    readonly warmUp: number;
    readonly measured: number;
    readonly latency?: number;
  }) => Promise<void>;
  /** What the service was asked since `begin`. */
  readonly counts: () => Promise<ServiceCounts>;
  readonly stop: () => void;
}

export const startFarSide = async (): Promise<FarSide> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [origin] = right(decodeLine(await once(createInterface(child.stdout), 'line')));
  return {
    origin,
    begin: async ({ warmUp, measured, latency = 0 }) => {
      const history = `warmUp=${warmUp}&measured=${measured}&latency=${latency}`;
      await fetch(`${origin}/begin?${history}`, { method: 'POST' });
    },
    counts: async () => right(decodeCounts(await (await fetch(`${origin}/counts`)).json())),
    stop: () => {
      child.kill();
    },
  };
};
