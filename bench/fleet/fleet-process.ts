import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { right } from '../right.ts';
import { countQueries } from './count-queries.ts';
import { accountOf, fleetApp, isSick, nameOf } from './fleet-app.ts';
import { latencyOf } from './quantile.ts';
import { decodeTask, type FleetResult, type FleetTask, type Latency } from './task.ts';

/* A process with a fleet of storefronts: `node fleet-process.js <task as JSON>`. Prints what it measured as JSON. */

const task: FleetTask = right(decodeTask(JSON.parse(process.argv[2] ?? '')));
const queries = countQueries(!task.state.startsWith('sqlite:'));

/** When each delivered record was handed over, until it is committed. */
const waiting = new Map<string, number>();
let measured: number[] = [];
let synced = 0;
const taxNexus = fleetApp(task, (event) => {
  if (event.type !== 'record.settled' || event.outcome !== 'succeeded') return;
  const at = waiting.get(event.sourceId);
  if (at !== undefined) measured.push(performance.now() - at);
  waiting.delete(event.sourceId);
});

let records = 0;
const deliver = async (n: number, isMeasured: boolean): Promise<void> => {
  const recordId = String(9_000_000 + ++records);
  if (isMeasured) waiting.set(recordId, performance.now());
  await taxNexus.receive(nameOf(n), { topic: 'orders/updated', deliveryId: recordId, payload: {} });
};

/** Goes round the storefronts, in steps that meet all accounts, and leaves out those that sync or misbehave. */
let next = task.syncs;
const nextHealthy = (): number => {
  do {
    next = (next + 37) % task.storefronts;
  } while (next < task.syncs || isSick(task, next));
  return next;
};

/** Deliveries at their own pace, whatever becomes of them; then those that are late get a minute. */
const deliverFor = async (seconds: number, besides: () => void = () => undefined): Promise<Latency> => {
  measured = [];
  const pause = 1_000 / task.deliveriesPerSecond;
  const began = performance.now();
  for (let index = 0; index < seconds * task.deliveriesPerSecond; index += 1) {
    await sleep(Math.max(0, began + index * pause - performance.now()));
    besides();
    void deliver(nextHealthy(), true);
  }
  for (let wait = 0; wait < 600 && waiting.size > 0; wait += 1) await sleep(100);
  // One that never came counts as a minute.
  for (const at of waiting.values()) measured.push(performance.now() - at);
  waiting.clear();
  return latencyOf(measured);
};

const connectionsOf = async (state: string): Promise<number> => {
  if (state.startsWith('sqlite:')) return 0;
  const client = new pg.Client({ connectionString: state });
  await client.connect();
  const { rows } = await client.query<{ readonly count: string }>(
    `select count(*) as count from pg_stat_activity where application_name = 'tax-nexus-sync' and datname = current_database()`,
  );
  await client.end();
  return Number(rows[0]?.count);
};

const succeededOf = async (runId: string): Promise<number> => {
  for await (const { succeeded } of taxNexus.historicalSync.watch(runId)) return succeeded;
  return 0;
};

const busy = async (): Promise<readonly Latency[]> => {
  const range = { from: '2026-02-01', to: '2026-02-28' };
  const runs = Array.from({ length: task.syncs }, (_, n) => n);
  const ids = await Promise.all(
    runs.map((n) => taxNexus.historicalSync.start({ account: accountOf(task, n), storefronts: [nameOf(n)], ...range })),
  );
  await sleep(2_000);
  const latency = await deliverFor(task.seconds);
  for (const { id } of ids) synced += await succeededOf(id);
  return [latency];
};

const makeSick = (isOn: boolean): Promise<unknown> => fetch(`${task.origin}/sick?on=${isOn ? 'yes' : 'no'}`);

/** Healthy and sick phases by turns; in both, the accounts that misbehave get as many deliveries as the others together. */
const sick = async (): Promise<readonly Latency[]> => {
  const patients = Array.from({ length: task.storefronts }, (_, n) => n).filter((n) => isSick(task, n));
  let turn = 0;
  const alsoPatients = (): void => {
    void deliver(patients[turn++ % patients.length] ?? 0, false);
  };
  // Unmeasured, so that accounts are open and code is compiled.
  await deliverFor(task.seconds, alsoPatients);
  const phases: Latency[] = [];
  for (let round = 0; round < task.rounds; round += 1) {
    for (const isOn of [false, true]) {
      await makeSick(isOn);
      await sleep(1_000);
      phases.push(await deliverFor(task.seconds, alsoPatients));
    }
  }
  await makeSick(false);
  return phases;
};

const began = performance.now();
await taxNexus.start();
const startMs = performance.now() - began;
if (taxNexus.storefronts.list().length !== task.storefronts) throw new Error('not all storefronts were listed');
await sleep(3_000);
const [statements, cpu, wall] = [queries.count(), process.cpuUsage(), performance.now()];
const latencies = task.kind === 'busy' ? await busy() : task.kind === 'sick' ? await sick() : [];
if (task.kind === 'idle') await sleep(task.seconds * 1_000);
const elapsed = performance.now() - wall;
const { user, system } = process.cpuUsage(cpu);
const result: FleetResult = {
  startMs,
  queriesPerSecond: ((queries.count() - statements) * 1_000) / elapsed,
  cpuPercent: (user + system) / 10 / elapsed,
  rssMb: process.memoryUsage().rss / 2 ** 20,
  connections: await connectionsOf(task.state),
  latencies,
  synced,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
