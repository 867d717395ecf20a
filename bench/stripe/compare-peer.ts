import { ratioOf, type Row } from '../row.ts';
import { backfillBy } from './backfill-by.ts';
import { backfillByPeer } from './backfill-by-peer.ts';
import { peerName } from './peer/install.ts';
import type { Measured } from './run.ts';
import { callsPerCharge, perCpuSecond } from './table.ts';

/** A mirror of all records asks for the lines of each session by itself: of ten thousand sales it would take minutes. */
const inFull = 5000;

const beside = (what: string, ours: Measured, peers: Measured | string): Row => ({
  what,
  ratio: typeof peers === 'string' ? '' : ratioOf(perCpuSecond(ours), perCpuSecond(peers)),
  goal: '>= 4 x',
  measured: `${perCpuSecond(ours).toFixed(0)}, joined and in the sync database`,
  'compared with': typeof peers === 'string' ? `not measured: ${peers}` : perCpuSecond(peers).toFixed(0),
});

/**
 * The backfill of a Stripe account, beside the naive way, which asks for each charge, and beside a peer from npm that
 * mirrors into PostgreSQL the same charges alone, or all records that their sales are made of.
 */
export const comparePeer = async (sales: number): Promise<readonly Row[]> => {
  const mirrored = await backfillByPeer(sales, 'charges');
  const charges = typeof mirrored === 'string' ? sales : mirrored.charges;
  const kept = await backfillBy('look only', sales, charges);
  // At twenty look-ups a second all of them would take minutes; the calls of a part are those of the whole.
  const naive = await backfillBy('naive', sales, Math.min(sales, 500));
  const salesInFull = Math.min(sales, inFull);
  const mirroredInFull = await backfillByPeer(salesInFull, 'all records');
  const chargesInFull = typeof mirroredInFull === 'string' ? salesInFull : mirroredInFull.charges;
  const keptInFull = await backfillBy('look only', salesInFull, chargesInFull);
  return [
    {
      what: '    Stripe, fewer calls than by look-ups',
      ratio: ratioOf(callsPerCharge(naive), callsPerCharge(kept)),
      goal: '>= 60 x',
      measured: `${(100 * callsPerCharge(kept)).toFixed(2)} calls for 100 charges`,
      'compared with': `look-ups for each charge ${(100 * callsPerCharge(naive)).toFixed(0)} calls`,
    },
    beside(`    Stripe charges per CPU second, beside ${peerName}: charges alone`, kept, mirrored),
    beside('    the same, beside its mirror of what we read', keptInFull, mirroredInFull),
  ];
};
