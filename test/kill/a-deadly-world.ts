import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { type Ended, start, type Started } from '../support/a-process.ts';
import { apiKey, aWorld, syncAll, type World, type WorldOptions } from '../support/a-world.ts';
import { sized } from '../support/size.ts';
import { addsUp, type PrintedReport, readReport, sumOf } from '../support/printed-report.ts';
import { check, type Findings, nothingWrong } from './checker.ts';
import { readStoredSubmissions } from './read-store.ts';
import { shopTruth, type SoldOrder } from './shop-truth.ts';
import { pushedBy } from './pushed.ts';

/** Enough for most situations of the sample, and for pages that can be cut in two. */
export const orders = sized({ quick: 75, all: 200 });

const truth = shopTruth(orders);
const eligible = truth.filter(({ pushed }) => pushed !== null);

/** A shop of these orders, and a service that takes a few milliseconds for each push, so that a push can be cut in two. */
export const aDeadlyWorld = ({ shop, taxService, service, ...options }: WorldOptions = {}): Promise<World> =>
  aWorld({
    ...options,
    shop: { orders, ...shop },
    taxService: {
      apiKeys: [apiKey],
      faults: [{ on: 'push', fault: { kind: 'delay', when: 'before', milliseconds: 4 } }],
      ...taxService,
    },
    service: { concurrency: 4, ...service },
  });

const turns = ({ folder }: World): string => join(folder, 'longest-turn');
const meter = new URL('../support/longest-turn.mjs', import.meta.url).href;

export const startSync = (world: World, env: Readonly<Record<string, string>> = {}): Started =>
  start(world.folder, syncAll, { NODE_OPTIONS: `--import=${meter}`, LONGEST_TURN: turns(world), ...env });

/** Milliseconds of CPU between two turns of the event loop. A sync that gives no turn away takes a second. */
const maxTurn = 300;

/** The longest turn of all processes of `startSync`, also of killed ones. */
const longestTurn = (world: World): number =>
  existsSync(turns(world)) ? Math.max(...readFileSync(turns(world), 'utf8').trim().split('\n').map(Number)) : 0;

const requestsAt = ({ taxService, shop }: World): number => sumOf(taxService.answers()) + sumOf(shop.answers());

/** A moment of a process's work: so many new inserts after its first request, and then some milliseconds. */
export interface Moment {
  readonly inserts: number;
  readonly milliseconds: number;
}

/** Waits for the moment, or for the end of the process. Counted in inserts, so that a slow machine meets it as well. */
export const intoItsWork = async (world: World, process: Started, { inserts, milliseconds }: Moment): Promise<void> => {
  const requests = requestsAt(world);
  const enough = world.taxService.journal().length + inserts;
  const over = { is: false };
  void process.ended.then(() => (over.is = true));
  while (!over.is && (requestsAt(world) === requests || world.taxService.journal().length < enough)) await sleep(1);
  await sleep(milliseconds);
};

/** What the service had taken and the sync database did not know of at the moment of death: the next life recovers it. */
export const unconfirmed = ({ taxService, store }: World): number => {
  const there = new Set(taxService.journal().map(({ id }) => id));
  return readStoredSubmissions(store).filter(({ id, status }) => status === 'intent' && there.has(id)).length;
};

const centsOf = (sold: readonly SoldOrder[], currency: string): bigint =>
  sold.reduce((sum, order) => (order.currency === currency ? sum + (order.pushed?.total ?? 0n) : sum), 0n);

const centsIn = (report: PrintedReport, currency: string): bigint =>
  Object.values(report.totals[currency] ?? {}).reduce((sum, { total }) => sum + BigInt(total.replace('.', '')), 0n);

/** The report adds up: with itself, and with what the shop sold. */
export const expectWholeReport = (report: PrintedReport): void => {
  expect(addsUp(report)).toBe(true);
  expect(report).toMatchObject({ considered: truth.length, attempted: eligible.length, failed: 0, failures: [] });
  for (const currency of ['USD', 'JPY']) expect(centsIn(report, currency)).toBe(centsOf(truth, currency));
};

export const findingsIn = ({ taxService, store }: World): Findings =>
  check(truth, taxService.journal().map(pushedBy), readStoredSubmissions(store));

/** Exit code 1: the sample holds a few orders that a person must look at. */
export const expectFinished = ({ code, signal, out, err }: Ended): PrintedReport => {
  expect({ code, signal, err }).toMatchObject({ code: 1, signal: null });
  const report = readReport(out);
  expectWholeReport(report);
  return report;
};

/** Runs the same command once more, to its end, and has everything checked by the three who know. `note` hears it first. */
export const finishAndCheck = async (
  world: World,
  note: (findings: Findings) => void = () => undefined,
): Promise<PrintedReport> => {
  const ended = await startSync(world).ended;
  const findings = findingsIn(world);
  note(findings);
  expect(findings).toStrictEqual(nothingWrong);
  expect(longestTurn(world)).toBeLessThan(maxTurn);
  return expectFinished(ended);
};
