import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as O from 'fp-ts/lib/Option.js';
import { secret } from '../../src/domain/secret.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { startOnWorkers } from '../../src/live/index.ts';
import { portsOf } from '../client/ports-of.ts';
import type { FarSide } from '../far-side/start.ts';
import { right } from '../right.ts';
import { quarters } from './quarters.ts';

export interface Backfill {
  readonly orders: number;
  /** Transactions that the service holds in the end; each pushed once, or more than once. */
  readonly stored: number;
  readonly pushes: number;
  /** Sales that the sync database calls failed; the report names them, and a retry sends them. */
  readonly failed: number;
  readonly wallMs: number;
}

export interface BackfillPlan {
  readonly orders: number;
  /** Milliseconds before each answer of the service. */
  readonly latency: number;
  /** Pushes at a time of each worker. */
  readonly concurrency: number;
}

const startWorker = async (words: readonly string[]): Promise<ChildProcess> => {
  const script = fileURLToPath(new URL('worker.js', import.meta.url));
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
};

/** Brings a history in by so many worker processes; with `kills`, one of them is killed when a third of it is sent. */
export const backfill = async (
  farSide: FarSide,
  database: string,
  { orders, latency, concurrency }: BackfillPlan,
  workers: number,
  kills: boolean,
): Promise<Backfill> => {
  await farSide.begin({ warmUp: 0, measured: orders, latency });
  const store = right(await postgresStore(secret(database))());
  if (store.jobs === undefined) throw new Error('a sync database in PostgreSQL has jobs');
  const ports = portsOf({ origin: farSide.origin, concurrency }, Object.keys(quarters), store);
  const children: ChildProcess[] = [];
  try {
    for (let worker = 0; worker < workers; worker += 1) {
      children.push(await startWorker([farSide.origin, database, String(concurrency)]));
    }
    const began = performance.now();
    const runs: string[] = [];
    for (const [storefront, range] of Object.entries(quarters)) {
      const request = { storefronts: [storefront], range, dryRun: false };
      runs.push(right(await startOnWorkers(ports, store.jobs)(request)()).id);
    }
    const areOver = async (): Promise<boolean> => {
      for (const id of runs) {
        const run = right(await store.findRun(O.some(id))());
        if (O.isNone(run) || run.value.status !== 'finished') return false;
      }
      return true;
    };
    let mayKill = kills;
    while (!(await areOver())) {
      await sleep(100);
      if (mayKill && (await farSide.counts()).stored > orders / 3) {
        mayKill = false;
        children[0]?.kill('SIGKILL');
      }
    }
    const wallMs = performance.now() - began;
    const { stored, pushes } = await farSide.counts();
    let [sent, failed] = [0, 0];
    for (const id of runs) {
      const { counts } = right(await store.summarizeRun(id)());
      sent += counts.succeeded + counts.alreadyPresent;
      failed += counts.failed;
    }
    // A benchmark that loses a sale has nothing to say about speed.
    if (sent !== stored) throw new Error(`the sync database calls ${sent} sent, and the service holds ${stored}`);
    return { orders, stored, pushes, failed, wallMs };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    right(await store.close());
  }
};
