import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { startPostgres } from '../../test/support/start-postgres.ts';
import { median } from '../median.ts';
import { right } from '../right.ts';
import type { Row } from '../row.ts';
import { seedFleet } from './seed-fleet.ts';
import { decodeResult, type FleetResult, type FleetTask, type Latency } from './task.ts';

export interface FleetPlan extends Pick<FleetTask, 'seconds' | 'syncs' | 'deliveriesPerSecond' | 'rounds'> {
  /** Storefronts of the idle fleets. */
  readonly sizes: readonly number[];
  /** A minute has all that an idle process does by the clock. */
  readonly idleSeconds: number;
  /** Storefronts at work, each of an account of its own in the sick fleet. */
  readonly busy: number;
  readonly accounts: number;
  readonly sick: number;
}

const decodeLine = decodeAs(t.tuple([t.string], 'line'));
const scriptOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

/** Milliseconds; a process that takes longer is stuck. */
const maxMs = 10 * 60_000;

type State = (name: string) => Promise<string>;

const measure = async (task: FleetTask): Promise<FleetResult> => {
  await seedFleet(task);
  const { stdout } = await run(process.execPath, [scriptOf('fleet-process.js'), JSON.stringify(task)], {
    timeout: maxMs,
  });
  return right(decodeResult(JSON.parse(stdout)));
};

const connectionsOf = ({ connections }: FleetResult): string =>
  connections === 0 ? '' : `, ${connections} connections`;

const idleRow = (database: string, storefronts: number, result: FleetResult): Row => ({
  what: `    ${storefronts.toLocaleString('en-US')} idle storefronts on ${database}`,
  ratio: `${result.queriesPerSecond.toFixed(2)}/s`,
  goal: '<=2/s, 1 %, 250 MB, 5 s',
  measured: `${result.queriesPerSecond.toFixed(2)} queries/s, ${result.cpuPercent.toFixed(2)} % of a core, ${result.rssMb.toFixed(0)} MB, start ${(result.startMs / 1_000).toFixed(2)} s${connectionsOf(result)}`,
  'compared with': '',
});

const inMs = ({ p50, p99, max }: Latency): string =>
  `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)} ms`;

const busyRow = (database: string, { syncs }: FleetPlan, result: FleetResult): Row => {
  const [latency] = result.latencies;
  if (latency === undefined) throw new Error('no webhook was measured');
  return {
    what: `    webhook to pushed, beside ${syncs} historical syncs, on ${database}`,
    ratio: `${(latency.p99 / 1_000).toFixed(2)} s`,
    goal: '<=2 s',
    measured: `${latency.count} webhooks: ${inMs(latency)}; ${result.synced.toLocaleString('en-US')} sales synced, ${result.rssMb.toFixed(0)} MB${connectionsOf(result)}`,
    'compared with': '',
  };
};

const sickRow = (database: string, { sick, accounts }: FleetPlan, { latencies }: FleetResult): Row => {
  const p99 = (isSick: boolean): number =>
    median(latencies.filter((_, index) => (index % 2 === 1) === isSick).map((one) => one.p99));
  return {
    what: `    webhook to pushed, ${sick} of ${accounts} accounts sick, on ${database}`,
    ratio: `${(p99(true) / p99(false)).toFixed(2)} x`,
    goal: '<=1.10',
    measured: `p99 ${p99(true).toFixed(0)} ms of the others (${latencies
      .filter((_, index) => index % 2 === 1)
      .map(inMs)
      .join('; ')})`,
    'compared with': `${p99(false).toFixed(0)} ms while all are well`,
  };
};

/**
 * What an installation with many merchants costs: fleets that are idle, a fleet that receives webhooks while others sync their
 * history, and one in which some accounts have a refused key, a slow service, or a service that answers 429 to everything.
 */
export const compareFleet = async (folder: string, plan: FleetPlan): Promise<readonly Row[]> => {
  const service = spawn(process.execPath, [scriptOf('fleet-service.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [origin] = right(decodeLine(await once(createInterface(service.stdout), 'line')));
  const postgres = await startPostgres(true);
  const { sizes, idleSeconds, busy, accounts, sick, ...rest } = plan;
  const common = { ...rest, sick: 0, origin };
  const databases: readonly (readonly [string, State])[] = [
    ['SQLite', (name) => Promise.resolve(`sqlite:${join(folder, name)}.db`)],
    ['PostgreSQL', () => postgres.newDatabase()],
  ];
  const rows: Row[] = [];
  try {
    for (const [database, state] of databases) {
      for (const storefronts of sizes) {
        const fleet = { storefronts, accounts: Math.min(accounts, Math.ceil(storefronts / 10)) };
        const idle = { kind: 'idle', seconds: idleSeconds, state: await state(`idle-${storefronts}`) } as const;
        rows.push(idleRow(database, storefronts, await measure({ ...common, ...fleet, ...idle })));
      }
      const atWork = { ...common, storefronts: busy, accounts: Math.min(accounts, busy) };
      const busyTask: FleetTask = { ...atWork, kind: 'busy', state: await state('busy') };
      rows.push(busyRow(database, plan, await measure(busyTask)));
      const sickTask: FleetTask = { ...atWork, kind: 'sick', syncs: 0, sick, state: await state('sick') };
      rows.push(sickRow(database, plan, await measure(sickTask)));
    }
  } finally {
    service.kill();
    await postgres.stop();
  }
  return rows;
};
