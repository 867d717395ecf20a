import { ratioOf, type Row } from '../row.ts';
import { backfillBy } from './backfill-by.ts';
import { backfillByPeer } from './backfill-by-peer.ts';
import { peerName } from './peer/install.ts';
import { callsPerCharge, perCpuSecond } from './table.ts';

/**
 * The backfill of a Stripe account, beside the naive way, which asks for each charge, and beside a peer from npm that
 * mirrors the same charges into PostgreSQL.
 */
export const comparePeer = async (sales: number): Promise<readonly Row[]> => {
  const mirrored = await backfillByPeer(sales);
  const charges = typeof mirrored === 'string' ? sales : mirrored.charges;
  const kept = await backfillBy('look only', sales, charges);
  // At twenty look-ups a second all of them would take minutes; the calls of a part are those of the whole.
  const naive = await backfillBy('naive', sales, Math.min(sales, 500));
  const rate = perCpuSecond(kept);
  return [
    {
      what: '    Stripe, fewer calls than by look-ups',
      ratio: ratioOf(callsPerCharge(naive), callsPerCharge(kept)),
      goal: '>= 60 x',
      measured: `${(100 * callsPerCharge(kept)).toFixed(2)} calls for 100 charges`,
      'compared with': `look-ups for each charge ${(100 * callsPerCharge(naive)).toFixed(0)} calls`,
    },
    {
      what: `    Stripe charges per CPU second, beside ${peerName}`,
      ratio: typeof mirrored === 'string' ? '' : ratioOf(rate, perCpuSecond(mirrored)),
      goal: '>= 4 x',
      measured: `${rate.toFixed(0)}, joined and in the record book`,
      'compared with': typeof mirrored === 'string' ? `not measured: ${mirrored}` : perCpuSecond(mirrored).toFixed(0),
    },
  ];
};
