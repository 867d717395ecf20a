import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { right } from '../right.ts';
import { type FarSide, startFarSide } from './far-side/start.ts';
import { decodeStripeMeasurement, type StripeMeasurement } from './measurement.ts';

const execute = promisify(execFile);

/** A measurement, and what the account was asked for it. */
export interface Measured extends StripeMeasurement {
  readonly calls: number;
  readonly refused: number;
}

export interface AccountOptions {
  readonly sales: number;
  readonly latencyMs: number;
}

/** Measures a process against a sample account of its own, so that no measurement inherits another one's heap or limits. */
export const run = async (
  script: string,
  { sales, latencyMs }: AccountOptions,
  argumentsFor: (farSide: FarSide) => readonly string[],
): Promise<Measured> => {
  const farSide = await startFarSide(sales, latencyMs);
  try {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const { stdout } = await execute(process.execPath, [path, ...argumentsFor(farSide)]);
    const answers = Object.entries(await farSide.answers());
    const count = (which: (status: string) => boolean): number =>
      answers.reduce((sum, [name, times]) => (which(name) ? sum + times : sum), 0);
    return {
      ...right(decodeStripeMeasurement(JSON.parse(stdout))),
      calls: count(() => true),
      refused: count((name) => name.endsWith(' 429')),
    };
  } finally {
    farSide.stop();
  }
};
