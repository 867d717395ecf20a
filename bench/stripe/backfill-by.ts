import { latencyMs } from './latency.ts';
import { type Measured, run } from './run.ts';

/** The backfill of an account of so many sales in one of our own ways; `charges` bounds those that are looked up one by one. */
export const backfillBy = (
  name: 'look only' | 'read and map' | 'receive' | 'naive',
  sales: number,
  charges: number,
): Promise<Measured> =>
  run('client/main.js', { sales, latencyMs }, ({ whereabouts }) => [
    name,
    JSON.stringify(whereabouts),
    String(charges),
  ]);
