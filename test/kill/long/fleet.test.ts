import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { start, type Started } from '../../support/a-process.ts';
import { bodyText, localServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  accountOf,
  accounts,
  checkFleet,
  fleetOptions,
  type FleetKept,
  type FleetPush,
  nothingWrong,
  storefronts,
  truth,
} from '../a-fleet.ts';
import { randomOf } from '../../support/size.ts';
import { addFindings, newTally, printTally } from '../tally.ts';

const Transaction = t.type({ id: t.string, name: t.string, total: t.number, taxCollected: t.number });
const Kept: t.Type<readonly FleetKept[]> = t.readonlyArray(
  t.type({ account: t.string, id: t.string, status: t.string }),
);

const postgres = aPostgres();
const folder = temporaryFolder();
const tally = newTally();
/** A test that fails leaves none of them behind. */
const team: Started[] = [];
afterAll(() => {
  for (const worker of team) worker.send('SIGKILL');
  printTally(tally);
});

/** Milliseconds that the service takes for a push: long enough to be killed in. */
const pushTime = 20;

/** A service that keeps the transactions of each key apart, and all that it was sent. */
const aService = async () => {
  const journal: FleetPush[] = [];
  const held = new Map<string, Map<string, unknown>>();
  const server = await localServer((request, response) => {
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const own = held.get(key) ?? new Map<string, unknown>();
    held.set(key, own);
    const answer = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST') {
      if (request.url?.includes('?') === true) return answer(200, { data: [...own.values()].reverse() });
      const found = own.get(decodeURIComponent((request.url ?? '').split('/').at(-1) ?? ''));
      return found === undefined ? answer(404, {}) : answer(200, found);
    }
    void bodyText(request).then(async (text) => {
      const body: unknown = JSON.parse(text);
      if (!Transaction.is(body)) throw new Error('the service was sent something else than a transaction');
      journal.push({ ...body, key });
      own.set(body.id, body);
      await sleep(pushTime);
      answer(200, body);
    });
  });
  return { ...server, journal };
};

/** The app as a module that a worker loads. */
const anAppModule = async (origin: string): Promise<string> => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const esbuild = join(root, 'node_modules/esbuild/bin/esbuild');
  const words = ['--bundle', '--format=esm', '--platform=node', '--log-level=warning'];
  const bundle = `--outfile=${join(folder, 'fleet.mjs')}`;
  await promisify(execFile)(process.execPath, [esbuild, 'test/kill/a-fleet.ts', ...words, bundle], { cwd: root });
  const app = join(folder, 'app.mjs');
  writeFileSync(
    app,
    `import { fleetOptions } from '../fleet.mjs';\nexport const options = fleetOptions(${JSON.stringify(origin)}, process.env.DATABASE_URL);\n`,
  );
  return app;
};

const workersAtWork = 4;
const kills = 6;

describe('four workers of fifty accounts, each with its own key, that are killed at random moments of their work', () => {
  it('push each sale once, with the key of its account, be it of the past or announced by a webhook', async () => {
    const random = randomOf(50);
    const service = await aService();
    const address = await postgres().newDatabase();
    const app = await anAppModule(service.origin);
    const begin = (): Started =>
      start(folder, ['worker', '--app', app, '--dead-after', '5', '--concurrency', '8'], { DATABASE_URL: address });
    const host = createTaxNexus(fleetOptions(service.origin, address));
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const runs: string[] = [];
    for (const account of accounts)
      runs.push((await host.historicalSync.start({ account: accountOf(account), ...range })).id);
    team.push(...Array.from({ length: workersAtWork }, begin));

    const announced = [...storefronts];
    const announce = async (count: number): Promise<void> => {
      for (const { name, liveRecord } of announced.splice(0, count))
        // Platforms repeat themselves.
        for (const deliveryId of [`${liveRecord} first`, `${liveRecord} again`])
          await host.receive(name, { topic: 'orders/updated', deliveryId, payload: {} });
    };
    const share = Math.ceil(truth.length / (kills + 1));
    for (let kill = 1; kill <= kills; kill += 1) {
      await announce(Math.ceil(storefronts.length / kills));
      await eventually(() => service.journal.length >= Math.min(kill * share * random.next(), truth.length - 1));
      await sleep(random.next() * 50);
      const [doomed] = team.splice(Math.floor(random.next() * team.length), 1, begin());
      doomed?.send('SIGKILL');
      if ((await doomed?.ended)?.signal === 'SIGKILL') tally.kills += 1;
    }

    const isTrue = async (condition: string): Promise<boolean> =>
      (await postgres().ask(address, `select 1 where ${condition}`)).length > 0;
    await eventually(async () => {
      await sleep(250);
      return isTrue("not exists (select 1 from tax_nexus.run where status <> 'finished' and id not like 'live:%')");
    });
    // Workers look for requests once a minute; a tick of the host does what is due by now.
    await eventually(async () => {
      await host.tick({ budgetMs: 5_000 });
      return isTrue('not exists (select 1 from tax_nexus.resync_request)');
    });
    for (const worker of team) worker.send('SIGTERM');
    const ends = await Promise.all(team.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toStrictEqual(ends.map(() => 0));

    const kept = await postgres().ask(address, 'select account, id, status from tax_nexus.submission');
    if (!Kept.is(kept)) throw new Error('the sync database has another layout');
    const findings = checkFleet(service.journal, kept);
    addFindings(tally, findings);
    expect(findings).toStrictEqual(nothingWrong);
    expect(tally.kills).toBeGreaterThan(kills / 2);
    await host.stop();
    await service.close();
  });
});
