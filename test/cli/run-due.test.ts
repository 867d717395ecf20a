import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { syncAll } from '../support/a-world.ts';
import { listening } from '../support/listening.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { right } from '../support/right.ts';

const world = cliWorlds();
const listen = listening();

/** A webhook that another process has received. */
const ring = async (path: string, recordIds: readonly string[]): Promise<void> => {
  const store = right(await sqliteStore(path)());
  right(await store.inbox.enqueue('us-store', recordIds, '2026-04-01T12:00:00Z')());
  right(await store.close());
};

describe('tax-nexus run-due', () => {
  it('settles the resync requests, and ends', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 10 } });
    await cli(syncAll);
    const pushed = taxService.journal().length;
    const sourceId = taxService.journal()[0]?.id.split(':')[2] ?? '';
    await ring(store, [sourceId]);
    const { code, out } = await cli(['run-due', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ resyncRequests: 1, isDone: true });
    expect(taxService.journal()).toHaveLength(pushed);
    expect(await cli(['run-due'])).toMatchObject({ code: 0, out: '0 records looked at; no task was due.\n' });
  });

  it('sends a sale that was not sent before', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 10 } });
    await cli(syncAll);
    const sourceId = taxService.journal()[2]?.id.split(':')[2] ?? '';
    const other = await world({ shop: { orders: 10 }, bookPath: `${store}.other` });
    await ring(`${store}.other`, [sourceId]);
    await other.cli(['run-due']);
    expect(other.taxService.journal().map(({ id }) => id)).toContain(taxService.journal()[2]?.id);
  });

  it('continues a historical sync whose process was killed, piece by piece', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 40 } });
    const opened = right(await sqliteStore(store)());
    const range = { from: syncAll[2] ?? '', to: syncAll[4] ?? '' };
    const request = { storefronts: ['us-store'], range, dryRun: false };
    right(await opened.openRun(request, { id: 'run-1', at: '2026-04-01T12:00:00Z' })());
    right(await opened.close());
    const { code, out } = await cli(['run-due', '--budget', '30']);
    expect(out).toBe('0 records looked at; done: catchUp of us-store, historical sync run-1 (finished).\n');
    expect(code).toBe(0);
    expect(taxService.journal().length).toBeGreaterThan(25);
  });

  it('names the refused credentials, and loses nothing', async () => {
    const { cli, store } = await world({ shop: { orders: 5 }, token: 'shpat_WRONG' });
    await ring(store, ['1']);
    const { code, err } = await cli(['run-due']);
    expect(code).toBe(3);
    expect(err).toContain('us-store');
    const reopened = right(await sqliteStore(store)());
    expect(right(await reopened.inbox.state())).toMatchObject([{ due: 1 }]);
    right(await reopened.close());
  });

  it('sends the notification of refused credentials before it ends', async () => {
    const { cli, store, folder } = await world({ shop: { orders: 5 }, token: 'shpat_WRONG' });
    const bodies: string[] = [];
    const url = await listen((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on('end', () => setTimeout(() => response.end(), 200));
    });
    const path = join(folder, 'tax-nexus.config.json');
    const configuration = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...configuration, notifications: { slack: { url, format: 'slack' } } }));
    await ring(store, ['1']);
    expect((await cli(['run-due'])).code).toBe(3);
    expect((await cli(['run-due'])).code).toBe(3);
    expect(bodies).toStrictEqual([expect.stringContaining('*Credentials refused: us-store*')]);
  });

  const cut = [{ on: 'graphql', fault: { kind: 'drop', when: 'before' } }] as const;

  it('reports what was not done at a platform without a response, and does not end with success', async () => {
    const { cli, shop } = await world({ shop: { orders: 5 } });
    shop.setFaults(cut);
    const { code, out, err } = await cli(['run-due', '--budget', '5']);
    expect(code).toBe(1);
    expect(out).toBe('0 records looked at; not done: us-store.\n');
    expect(err).toMatch(/us-store: Could not be opened; retrying: Shopify gave no usable response/);
    const pushed = await cli(['run-due', '--budget', '5', '--json']);
    expect(pushed.code).toBe(1);
    expect(JSON.parse(pushed.out)).toMatchObject({
      tasks: [],
      problems: [{ storefront: 'us-store', task: null, cause: 'no answer' }],
    });
  });

  it('prints no catch-up that failed as done', async () => {
    // The account is read, and nothing after it.
    const { cli, shop } = await world({ shop: { orders: 5 } });
    shop.setFaults([{ on: 'graphql', skip: 1, fault: { kind: 'status', status: 400, when: 'before' } }]);
    const { code, out, err } = await cli(['run-due', '--budget', '5']);
    expect(code).toBe(1);
    expect(out).toMatch(/^0 records looked at; not done: catchUp of us-store[.;]/);
    expect(err).toContain('us-store: Catch-up did not finish. The next one continues from there: ');
  });

  /** The reconciliation of the storefront is due, as after a night. */
  const afterANight = async (path: string): Promise<void> => {
    const store = right(await sqliteStore(path)());
    const yesterday = new Date(Date.now() - 26 * 60 * 60_000).toISOString();
    right(await store.inbox.startTask('reconcile', 'us-store', '1970-01-01T00:00:00Z', yesterday)());
    right(await store.close());
  };

  it('names a reconciliation that did not come to its end, and the command that proves what it did not', async () => {
    const { cli, store, shop, taxService } = await world({ shop: { orders: 5 } });
    expect(await cli(['run-due'])).toMatchObject({ code: 0, out: '0 records looked at; done: catchUp of us-store.\n' });
    await afterANight(store);
    taxService.setFaults([{ on: 'list', fault: { kind: 'delay', when: 'before', milliseconds: 3_000 } }]);
    const { code, out, err } = await cli(['run-due', '--budget', '2']);
    expect(code).toBe(1);
    expect(out).toBe('0 records looked at; not done: reconcile of us-store; not finished, run it again.\n');
    expect(err).toMatch(/run tax-nexus reconcile --storefront us-store --from \S+ --to \S+\. .*run-due --budget/);
    shop.setFaults([]);
  });

  it('that is interrupted before it is done has its own exit code', async () => {
    const { cli } = await world({ shop: { orders: 5 }, token: 'shpat_WRONG' });
    const { code, out } = await cli(['run-due'], {
      watch: (err, interrupt) => {
        if (!err.includes('Stopping')) interrupt();
      },
    });
    expect(code).toBe(130);
    expect(out).toContain('not finished, run it again');
  });

  it('wants a budget in whole seconds', async () => {
    const { cli } = await world({ shop: { orders: 1 } });
    expect(await cli(['run-due', '--budget', 'long'])).toMatchObject({ code: 2 });
  });
});
