import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { decodeMeasurement, type Measurement } from '../measurement.ts';
import { right } from '../right.ts';
import type { ClientTask } from './task.ts';

const execute = promisify(execFile);
const decodeSteps = decodeAs(t.record(t.string, t.number, 'Steps'));

const runScript = async (...given: readonly string[]): Promise<unknown> => {
  const script = fileURLToPath(new URL('main.js', import.meta.url));
  const { stdout } = await execute(process.execPath, [...process.execArgv, script, ...given]);
  return JSON.parse(stdout) as unknown;
};

/**
 * The bare loop, the bare loop that also writes down what it does, and the whole historical sync: as the command line runs it,
 * with a lean heap, and as it runs in a host's process.
 */
export type Kind = 'bare' | 'durable' | 'sync' | 'hosted';

/** Measures in a process of its own, so that no measurement inherits another one's heap or compiled code. */
export const runClient = async (kind: Kind, task: ClientTask): Promise<Measurement> => {
  const { origin, store, concurrency, warmsUp } = task;
  return right(decodeMeasurement(await runScript(kind, origin, store, String(concurrency), String(warmsUp))));
};

/** Microseconds per order, by step. */
export const runMapping = async (origin: string, rounds: number): Promise<Readonly<Record<string, number>>> =>
  right(decodeSteps(await runScript('mapping', origin, String(rounds))));
