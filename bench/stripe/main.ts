import { backfillBy } from './backfill-by.ts';
import { backfillByPeer } from './backfill-by-peer.ts';
import { latencyMs } from './latency.ts';
import { peerName } from './peer/install.ts';
import type { Measured } from './run.ts';
import { callsPerCharge, perCpuSecond, table } from './table.ts';

/*
 * The backfill of a Stripe account, against the sample account in another process: 100 ms before each answer, and 25
 * requests per second at each endpoint. Beside it the naive way, which asks for each charge, and a peer from npm that
 * mirrors the same charges into PostgreSQL.
 */

const sales = 10_000;
/** At twenty look-ups per second, all of them would take ten minutes; the rate of a part is that of the whole. */
const naively = 1000;
/** A mirror of all records asks for the lines of each session by itself. */
const inFull = 5000;

const goals = { perCpuSecond: 4, fewerCalls: 60 };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const judged = (what: string, factor: number, goal: number): string =>
  `${what}: ${factor.toFixed(1)} x (goal: ${goal} x) ${factor >= goal ? 'reached' : 'MISSED'}`;

const isMeasured = (row: readonly [string, Measured | string]): row is readonly [string, Measured] =>
  typeof row[1] !== 'string';

const mirrored = await backfillByPeer(sales, 'charges');
const charges = typeof mirrored === 'string' ? sales : mirrored.charges;
const [kept, mapped, received, naive] = [
  await backfillBy('look only', sales, charges),
  await backfillBy('read and map', sales, charges),
  await backfillBy('receive', sales, charges),
  await backfillBy('naive', sales, naively),
];
const inFullByPeer = await backfillByPeer(inFull, 'all records');
const chargesInFull = typeof inFullByPeer === 'string' ? inFull : inFullByPeer.charges;
const inFullByUs = await backfillBy('look only', inFull, chargesInFull);

say(`Backfill of a Stripe account: ${latencyMs} ms latency, 25 requests/s at each endpoint\n`);
const rows: readonly (readonly [string, Measured | string])[] = [
  ['ours: read, joined, mapped, in the sync database', kept],
  ['ours: read, joined, mapped', mapped],
  ['the least: the same lists received, an id and a date kept', received],
  ['naive: look-ups for each charge', naive],
  [`${peerName}, on PostgreSQL: the charges`, mirrored],
  [`${peerName}, on PostgreSQL: all records of a sale`, inFullByPeer],
  ['ours, of that account', inFullByUs],
];
say(table(rows.filter(isMeasured)));
say('');
say(judged('Fewer calls than the naive way', callsPerCharge(naive) / callsPerCharge(kept), goals.fewerCalls));
const beside = (what: string, ours: Measured, peers: Measured | string): void => {
  say(
    typeof peers === 'string'
      ? `${what}: not measured, ${peers}`
      : judged(what, perCpuSecond(ours) / perCpuSecond(peers), goals.perCpuSecond),
  );
};
beside("Charges per CPU second, beside the peer's mirror of the charges alone", kept, mirrored);
beside("Charges per CPU second, beside the peer's mirror of what we read", inFullByUs, inFullByPeer);
