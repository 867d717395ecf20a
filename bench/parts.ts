import { compareBlocks } from './blocks/compare-blocks.ts';
import { bulkMemory, compareBulk } from './bulk/compare-bulk.ts';
import { compareCpu } from './compare-cpu.ts';
import type { FarSide } from './far-side/start.ts';
import { compareFleet } from './fleet/compare-fleet.ts';
import { hiddenLimits } from './hidden-limits/hidden-limits.ts';
import { longHistory } from './long-history.ts';
import { mapAlone } from './map-alone.ts';
import type { Plan } from './plan.ts';
import { compareLookUp } from './presence/compare-look-up.ts';
import { countCalls } from './presence/count-calls.ts';
import { compareBooks } from './store/compare-stores.ts';
import type { Row } from './row.ts';
import { compareScreen } from './screen/compare-screen.ts';
import { comparePeer } from './stripe/compare-peer.ts';
import { compareWindows } from './stripe/compare-windows.ts';
import { compareIntake } from './webhooks/compare-intake.ts';
import { comparePostgres } from './webhooks/compare-postgres.ts';
import { compareWorkers } from './workers/compare-workers.ts';
import { compareManyStorefronts } from './workers/many-storefronts.ts';

/** What a part of the benchmark measures with. */
export interface Bench {
  /** Started at its first use. */
  readonly farSide: () => Promise<FarSide>;
  /** For files; removed in the end. */
  readonly folder: string;
  readonly plan: Plan;
}

type Part = (bench: Bench) => Promise<readonly Row[]>;

/** By the names that `--only` takes, in the order of the table. */
export const parts: Readonly<Record<string, Part>> = {
  cpu: async ({ farSide, folder, plan }) => compareCpu(await farSide(), folder, plan),
  history: async ({ farSide, folder, plan }) => longHistory(await farSide(), folder, plan),
  memory: ({ plan }) => bulkMemory(plan.bulk.sizes),
  bulk: ({ plan }) => compareBulk(plan.bulk.orders, plan.bulk.rounds),
  mapping: async ({ farSide, plan }) => mapAlone(await farSide(), plan),
  names: async ({ folder, plan }) => [...(await compareLookUp(folder, plan.names)), ...(await countCalls())],
  limits: hiddenLimits,
  windows: ({ plan }) => compareWindows(plan.windows),
  stripe: ({ plan }) => comparePeer(plan.peerSales),
  books: ({ plan }) => compareBooks(plan.books),
  workers: async ({ farSide, plan }) => [
    ...(await compareWorkers(await farSide(), plan.workers)),
    ...(await compareManyStorefronts(plan.workers.storefronts, plan.workers.seconds)),
  ],
  webhooks: ({ folder, plan }) => compareIntake(folder, plan.intake),
  'webhooks-postgres': ({ folder, plan }) => comparePostgres(folder, plan.intake),
  fleet: ({ folder, plan }) => compareFleet(folder, plan.fleet),
  blocks: ({ farSide, folder, plan }) => compareBlocks(farSide, folder, plan.blocks),
  screen: ({ folder, plan }) => compareScreen(folder, plan.screenSales),
};
