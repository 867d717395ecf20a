import { join } from 'node:path';
import { median } from '../median.ts';
import { type Row, ratioOf } from '../row.ts';
import { peerName } from '../stripe/peer/install.ts';
import { type Intake, type IntakePlan, measureIntake } from './measure-intake.ts';
import { coreSentence } from './on-one-core.ts';
import { type Peer, preparePeer } from './peer.ts';
import { shopifyDeliveries } from './shopify-deliveries.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { stripeDeliveries } from './stripe-deliveries.ts';

const goal = 0.6;

type Candidate = 'ours' | 'bare' | 'ours, Stripe' | 'peer';

const measured = async (
  starting: Promise<RunningServer>,
  work: (server: RunningServer) => Promise<Intake>,
): Promise<Intake> => {
  const server = await starting;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};

const shown = (of: readonly Intake[]): string => {
  const middle = (field: keyof Intake): number => median(of.map((intake) => intake[field]));
  const [p50, p99] = [middle('p50').toFixed(1), middle('p99').toFixed(1)];
  return `${middle('perSecond').toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ${middle('cpuUs').toFixed(0)} us CPU`;
};

/** Rounds lie side by side, so the median of their ratios is steadier than the ratio of medians. */
const ratios = (ours: readonly Intake[], others: readonly Intake[], field: keyof Intake): string =>
  ratioOf(median(ours.map((intake, round) => intake[field] / (others[round]?.[field] ?? Number.NaN))), 1);

/**
 * Webhook intake: verify, one durable insert, 200; beside a bare server with the same verification and one insert into
 * SQLite, and beside a peer. Candidates take turns; each round starts new processes on new files.
 */
export const compareIntake = async (folder: string, plan: IntakePlan): Promise<readonly Row[]> => {
  const peer = await preparePeer();
  const all: Record<Candidate, Intake[]> = { ours: [], bare: [], 'ours, Stripe': [], peer: [] };
  const file = (name: string, round: number): readonly string[] => [join(folder, `intake-${name}-${round}.db`)];
  /** Its database lives through all rounds, so each round sends events that it has not seen. */
  const withPeer = async ({ start }: Peer, round: number): Promise<void> => {
    const unseen: typeof stripeDeliveries = (first, count) => stripeDeliveries(first + round * 1_000_000, count);
    all.peer.push(await measured(start(), (server) => measureIntake(server, '/', unseen, plan)));
  };
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      all.ours.push(
        await measured(startServer('ours.js', file('ours', round)), (server) =>
          measureIntake(server, '/tax-nexus/webhooks/shopify', shopifyDeliveries, plan),
        ),
      );
      all.bare.push(
        await measured(startServer('bare.js', file('bare', round)), (server) =>
          measureIntake(server, '/', shopifyDeliveries, plan),
        ),
      );
      all['ours, Stripe'].push(
        await measured(startServer('ours.js', file('stripe', round)), (server) =>
          measureIntake(server, '/tax-nexus/webhooks/stripe', stripeDeliveries, plan),
        ),
      );
      if (typeof peer !== 'string') await withPeer(peer, round);
    }
  } finally {
    if (typeof peer !== 'string') await peer.stop();
  }
  return [
    {
      what: '(d) webhook intake, events per second',
      ratio: ratios(all.ours, all.bare, 'perSecond'),
      goal: `>= ${goal} x`,
      measured: shown(all.ours),
      'compared with': `bare handler ${shown(all.bare)}; ${coreSentence}, ${plan.inFlight} in flight`,
    },
    {
      what: '    events per CPU second',
      ratio: ratios(all.bare, all.ours, 'cpuUs'),
      goal: '',
      measured: '',
      'compared with': 'the bare handler; of the server’s own process, whatever else the machine does',
    },
    {
      what: `    Stripe events, beside ${peerName}`,
      ratio: typeof peer === 'string' ? '' : ratios(all['ours, Stripe'], all.peer, 'perSecond'),
      goal: '',
      measured: shown(all['ours, Stripe']),
      'compared with': typeof peer === 'string' ? `not measured: ${peer}` : `on PostgreSQL ${shown(all.peer)}`,
    },
  ];
};
