import { rmSync } from 'node:fs';
import { installPeer, peerName } from './peer/install.ts';
import { startPostgres } from './peer/postgres.ts';
import { type Measured, run } from './run.ts';
import { callsPerCharge, perCpuSecond, table } from './table.ts';

/*
 * The backfill of a Stripe account, against the sample account in another process: 100 ms before each answer, and 25
 * requests per second at each endpoint. Beside it the naive way, which asks for each charge, and a peer from npm that
 * mirrors the same charges into PostgreSQL.
 */

const sales = 10_000;
const latencyMs = 100;
/** At twenty look-ups per second, all of them would take ten minutes; the rate of a part is that of the whole. */
const naively = 1000;

const goals = { perCpuSecond: 4, fewerCalls: 60 };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const way = (name: string, charges: number): Promise<Measured> =>
  run('client/main.js', { sales, latencyMs }, ({ whereabouts }) => [
    name,
    JSON.stringify(whereabouts),
    String(charges),
  ]);

const peer = async (): Promise<Measured | string> => {
  let folder: string;
  try {
    folder = await installPeer();
  } catch {
    return 'npm could not install it here';
  }
  try {
    const postgres = await startPostgres(folder);
    try {
      return await run('peer/main.js', { sales, latencyMs }, ({ whereabouts }) => [
        folder,
        JSON.stringify(whereabouts),
        postgres.url,
        String(postgres.pid),
      ]);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1).join('') : 'it failed';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const judged = (what: string, factor: number, goal: number): string =>
  `${what}: ${factor.toFixed(1)} x (goal: ${goal} x) ${factor >= goal ? 'reached' : 'MISSED'}`;

const mirrored = await peer();
const charges = typeof mirrored === 'string' ? sales : mirrored.charges;
const [kept, mapped, naive] = [
  await way('look only', charges),
  await way('read and map', charges),
  await way('naive', naively),
];

say(`Backfill of a Stripe account: ${latencyMs} ms latency, 25 requests/s at each endpoint\n`);
say(
  table([
    ['ours: read, joined, mapped, in the record book', kept],
    ['ours: read, joined, mapped', mapped],
    ['naive: look-ups for each charge', naive],
    ...(typeof mirrored === 'string' ? [] : [[`${peerName}, on PostgreSQL`, mirrored] as const]),
  ]),
);
say('');
say(judged('Fewer calls than the naive way', callsPerCharge(naive) / callsPerCharge(kept), goals.fewerCalls));
if (typeof mirrored === 'string') say(`${peerName} was not measured: ${mirrored}`);
else
  say(
    judged(
      "Charges per CPU second, beside the peer's",
      perCpuSecond(kept) / perCpuSecond(mirrored),
      goals.perCpuSecond,
    ),
  );
