import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import { right } from '../../right.ts';

const Whereabouts = t.type(
  {
    origin: t.string,
    secretKey: t.string,
    service: t.string,
    range: t.type({ from: t.string, to: t.string }),
  },
  'Whereabouts',
);
export type Whereabouts = t.TypeOf<typeof Whereabouts>;

const decodeAnswers = decodeAs(t.record(t.string, t.number, 'Answers'));

/** The sample account in another process. */
export interface FarSide {
  readonly whereabouts: Whereabouts;
  /** How many requests it answered, by endpoint and status. */
  readonly answers: () => Promise<Readonly<Record<string, number>>>;
  readonly stop: () => void;
}

export const startFarSide = async (sales: number, latencyMs: number): Promise<FarSide> => {
  const script = fileURLToPath(new URL('main.js', import.meta.url));
  const child = spawn(process.execPath, [script, String(sales), String(latencyMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<unknown> => {
    const next = await lines.next();
    return JSON.parse(next.done === true ? 'null' : next.value);
  };
  return {
    whereabouts: right(decodeAs(Whereabouts)(await line())),
    answers: async () => {
      child.stdin.write('\n');
      return right(decodeAnswers(await line()));
    },
    stop: () => {
      child.kill();
    },
  };
};
