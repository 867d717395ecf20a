import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { start } from '../support/a-process.ts';
import { aWorld, syncAll, type World } from '../support/a-world.ts';
import { leaksIn } from '../support/leaks-in.ts';
import { right } from '../support/right.ts';
import { sized } from '../support/size.ts';
import { echoingService, type EchoingService } from './echoing-service.ts';
import { everythingSaid } from './everything-printed.ts';

const { hear } = everythingSaid();

/** The bytes of a sync database's files as text, as a thief of the disk could search them. */
const bytesOf = (store: string): string =>
  ['', '-wal', '-shm']
    .map((suffix) => (existsSync(store + suffix) ? readFileSync(store + suffix, 'latin1') : ''))
    .join('');

describe('a whole run whose every push is refused with what was sent', () => {
  let [world, echo]: [World | undefined, EchoingService | undefined] = [undefined, undefined];
  beforeAll(async () => {
    echo = await echoingService();
    world = await aWorld({ service: { baseUrl: echo.origin }, shop: { orders: 60 } });
  });
  afterAll(async () => {
    await world?.end();
    await echo?.close();
  });

  const often: readonly (readonly [string, readonly string[]])[] = [
    ['sync', syncAll],
    ['report', ['report']],
    ['explain', ['explain', 'us-store', '#1001']],
  ];
  const others: typeof often = [
    ['retry', ['retry', '--json']],
    ['reconcile', ['reconcile', '--from', '2025-01-01', '--to', '2025-03-31']],
    ['report in JSON', ['report', '--format', 'json']],
    ['report in CSV', ['report', '--format', 'csv']],
    ['explain in JSON', ['explain', 'us-store', '#1002', '--json']],
    ['check', ['check']],
    ['run-due', ['run-due', '--json']],
    ['sync without a range', ['sync']],
  ];
  it.each([...often, ...sized({ quick: [], all: others })])(
    'prints nothing personal and no secret: %s',
    async (name, words) => {
      const { code, out, err } = await start(world?.folder ?? '', words).ended;
      expect(code).not.toBeNull();
      expect(out.length + err.length).toBeGreaterThan(0);
      hear(`${name}: stdout`, out);
      hear(`${name}: stderr`, err);
    },
    120_000,
  );

  it('did echo, or else nothing of this means anything', () => {
    expect(echo?.echoed()).toBeGreaterThan(50);
  });
});

describe('a run whose secrets are wrong, whose shop answers nonsense, whose process is killed by its own error', () => {
  const causes: readonly (readonly [string, Parameters<typeof aWorld>[0], Readonly<Record<string, string>>])[] = [
    ['the key', { service: { apiKey: 'tnx_CANARY_WRONG' } }, {}],
    ['the token', { token: 'shpat_CANARY_WRONG' }, {}],
    [
      'the answers of the shop',
      { shop: { faults: [{ on: 'any', skip: 1, times: 2, fault: { kind: 'garbage', when: 'after' } }] } },
      {},
    ],
    [
      'an uncaught error',
      {},
      { NODE_OPTIONS: '--import=data:text/javascript,setTimeout(()=>{throw%20new%20Error(%22of%20another%22)},900)' },
    ],
  ];
  it.each(sized({ quick: causes.slice(2, 3), all: causes }))(
    '%s: nothing personal and no secret is printed',
    async (name, options, env) => {
      const world = await aWorld({ ...options, shop: { orders: 20, ...options?.shop } });
      const { out, err } = await start(world.folder, syncAll, env).ended;
      hear(`${name}: stdout`, out);
      hear(`${name}: stderr`, err);
      await world.end();
    },
    120_000,
  );
});

describe('the files of a sync database', () => {
  it('hold addresses while pushes are pending, and none in any byte once the storefront is erased', async () => {
    const world = await aWorld({ shop: { orders: 100 } });
    const { signal } = await start(world.folder, syncAll, { TAX_NEXUS_CRASH_POINT: 'after_intents:1' }).ended;
    expect(signal).toBe('SIGKILL');
    expect(leaksIn(bytesOf(world.store)).length).toBeGreaterThan(0);

    const store = right(await sqliteStore(world.store)());
    expect(right(await store.inbox.eraseStorefront('us-store')())).toBeGreaterThan(0);
    expect(right(await store.inbox.purge())).toBe(true);
    hear('the bytes of the sync database after erasure, while it is open', bytesOf(world.store));
    right(await store.close());
    hear('the bytes of the sync database after erasure', bytesOf(world.store));
    await world.end();
  }, 120_000);
});
