import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';

const aWorld = cliWorlds();
const days = { from: '2025-01-01', to: '2025-01-31', storefront: 'us-store' };

/** What a person does on the screen: starts a sync, waits for its end, and signs it off. Resolves with the last page. */
const story = async (address: string): Promise<string> => {
  const headers = { origin: new URL(address).origin, 'content-type': 'application/x-www-form-urlencoded' };
  const post = (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const run = (await post(`${address}/runs`, { ...days, mode: 'start' })).url;
  for (let page = ''; !page.includes('finished');) page = await (await fetch(run)).text();
  await post(`${run}/sign-off`, { note: '' });
  return (await fetch(run)).text();
};

describe('tax-nexus screen', () => {
  it('opens the screen for the user of this machine, who syncs history and signs it off', async () => {
    const { cli, folder, taxService } = await aWorld({ shop: { orders: 12 } });
    let page: Promise<string> | undefined;
    let files: readonly string[] = [];
    const { code, out } = await cli(['screen', '--port', '0', '--name', 'Grace'], {
      watch: (printed, interrupt) => {
        const [, address] = /The screen is open: (\S+)/.exec(printed) ?? [];
        // The first page need not open the sync database, nor load the code of the screen.
        if (address !== undefined && page === undefined) files = readdirSync(folder);
        if (address !== undefined) page ??= story(address).finally(interrupt);
      },
    });
    expect(files).toContain('book.db');
    expect((await page)?.includes('signed off</span> by Grace')).toBe(true);
    expect(taxService.journal().length).toBeGreaterThan(0);
    expect({ code, out }).toStrictEqual({ code: 0, out: '' });
  }, 60_000);

  it('says that it waits for the sync database, and opens without it', async () => {
    // It accepts, and answers only by ending.
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const { port } = server.address() as AddressInfo;
    const { cli } = await aWorld({ shop: { orders: 1 }, storeState: `postgresql://u:p@127.0.0.1:${port}/x` });
    const { code, err } = await cli(['screen', '--port', '0'], {
      watch: (printed, interrupt) => {
        if (printed.includes('Waiting for the sync database')) server.close();
        if (printed.includes('Waiting for the sync database')) for (const socket of sockets) socket.destroy();
        if (printed.includes('The screen is open')) setImmediate(interrupt);
      },
    });
    expect(err).toMatch(/Waiting for the sync database[^]*The sync database is not available[^]*The screen is open/);
    expect(code).toBe(0);
  }, 30_000);

  it('does not open without a name: notes and sign-offs would have none', async () => {
    const { cli } = await aWorld({ shop: { orders: 1 } });
    const { code, err } = await cli(['screen', '--port', '0', '--name', ' '], { watch: (_, interrupt) => interrupt() });
    expect(code).toBe(2);
    expect(err).toContain('--name');
    expect(await cli(['resolve', 'us-store', 'an-id', '--note', 'done', '--by', ' '])).toMatchObject({ code: 2 });
  });
});
