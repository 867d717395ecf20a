import { backfillBy } from './backfill-by.ts';
import { backfillByPeer } from './backfill-by-peer.ts';
import { latencyMs } from './latency.ts';
import { peerName } from './peer/install.ts';
import { callsPerCharge, perCpuSecond, table } from './table.ts';

/*
 * The backfill of a Stripe account, against the sample account in another process: 100 ms before each answer, and 25
 * requests per second at each endpoint. Beside it the naive way, which asks for each charge, and a peer from npm that
 * mirrors the same charges into PostgreSQL.
 */

const sales = 10_000;
/** At twenty look-ups per second, all of them would take ten minutes; the rate of a part is that of the whole. */
const naively = 1000;

const goals = { perCpuSecond: 4, fewerCalls: 60 };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const judged = (what: string, factor: number, goal: number): string =>
  `${what}: ${factor.toFixed(1)} x (goal: ${goal} x) ${factor >= goal ? 'reached' : 'MISSED'}`;

const mirrored = await backfillByPeer(sales);
const charges = typeof mirrored === 'string' ? sales : mirrored.charges;
const [kept, mapped, naive] = [
  await backfillBy('look only', sales, charges),
  await backfillBy('read and map', sales, charges),
  await backfillBy('naive', sales, naively),
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
