import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { streamXlsxRows } from 'hucre/xlsx';
import { openCsvFile } from '../../../connectors/csv/read/file.ts';
import { nodeHttpClient } from '../../../connectors/stripe/client/make-stripe.ts';
import { exportedBytes } from '../../../src/operations/export/formats.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { left } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { answering, withShop } from '../../connectors/shopify/a-shop.ts';

const aPlugin = plugins();
const folder = temporaryFolder();
const makePipe = 'mkfifo';

describe('an absurd request of a user', () => {
  it('with a name a thousand times asks its platform once', async () => {
    const { taxNexus, shop } = await aPlugin({}, { shop: { orders: 1 } });
    const once = await taxNexus.check({ storefronts: ['us-store'] });
    const asked = JSON.stringify(shop.answers());
    const many = await taxNexus.check({ storefronts: Array.from({ length: 1_000 }, () => 'us-store') });
    expect(many.parts.map(({ subject }) => subject)).toStrictEqual(once.parts.map(({ subject }) => subject));
    const [before, after] = [JSON.parse(asked), shop.answers()] as [Record<string, number>, Record<string, number>];
    for (const [kind, count] of Object.entries(after))
      expect([kind, count]).toStrictEqual([kind, 2 * (before[kind] ?? 0)]);
  });

  it('to note something about an unknown id is refused; a difference of a sale that no sync has read is known by its form', async () => {
    const { taxNexus } = await aPlugin({}, { shop: { orders: 5 } });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    const [line] = (await taxNexus.historicalSync.lines(id)).items;
    const note = (about: string): Promise<unknown> =>
      taxNexus.resolve({ storefront: 'us-store', id: about, note: 'looked at', by: 'Ada' });
    for (const unknown of ['nothing', 'shopify:1:4711', `${line?.id ?? ''}x`, 'shopify:1:4711/refund'])
      await expect(note(unknown)).rejects.toMatchObject({ code: 'UNKNOWN_RECORD' });
    for (const known of [
      line?.id ?? '',
      `${line?.id ?? ''}/0a1b2c3d`,
      `${line?.id ?? ''}/refund`,
      'shopify:1:4711/0a1b2c3d',
    ])
      expect(await note(known)).toMatchObject({ id: known });
  });
});

describe('an absurd answer of a platform', () => {
  const sockets = new Set<Socket>();
  const ends: (() => void)[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const end of ends) end();
  });

  /** Sends text again and again, and never an end. */
  const dripping = async (start: string, text: string): Promise<number> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(start);
        const timer = setInterval(() => socket.write(text), 20);
        socket.once('close', () => clearInterval(timer));
      });
    });
    ends.push(() => server.close());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };

  it.each([
    ['endless headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
    ['endless interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['an endless body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n'],
  ])('of Stripe ends at its deadline: %s', async (_, start, text) => {
    const client = nodeHttpClient('http', 300);
    const asking = async (): Promise<unknown> => {
      const port = String(await dripping(start, text));
      const answer = await client.makeRequest('127.0.0.1', port, '/v1/account', 'GET', {}, '', 'http', 60_000);
      return answer.toJSON();
    };
    const late = new Promise((resolve) => {
      setTimeout(() => resolve('it still waits'), 5_000).unref();
    });
    expect(await Promise.race([asking().then(String, () => 'ended'), late])).toBe('ended');
  });

  it('of Shopify with 20,000 error codes makes a short message', async () => {
    const errors = Array.from({ length: 20_000 }, (_unused, index) => {
      return {
        message: 'x',
        path: Array.from({ length: 3 }, () => 'orders'),
        extensions: { code: `undefinedCode${index}` },
      };
    });
    const window = { key: 'w', kind: 'sold' as const, start: '2026-02-01T05:00:00Z', end: '2026-03-01T05:00:00Z' };
    await withShop(answering({ OrdersPage: { body: { errors } } }), async (connector) => {
      expect(left(await connector.readPage(window, O.none)()).message.length).toBeLessThan(400);
    });
  });
});

describe('an absurd file', () => {
  it('with 100,000 columns is refused at once', async () => {
    const path = join(folder, 'wide.csv');
    writeFileSync(path, `${Array.from({ length: 100_000 }, (_unused, index) => `c${index}`).join(',')}\n`);
    const begun = process.cpuUsage();
    expect(left(await openCsvFile(path)()).message).toContain('100000 columns');
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  (process.platform === 'win32' ? it.skip : it)('that is a pipe is refused, and not waited for', async () => {
    const path = join(folder, 'pipe.csv');
    expect(spawnSync(makePipe, [path]).status).toBe(0);
    const late = new Promise((resolve) => {
      setTimeout(() => resolve('it still waits'), 5_000).unref();
    });
    expect(await Promise.race([openCsvFile(path)(), late])).toMatchObject({
      left: { message: expect.stringContaining('a pipe or a device') },
    });
  });
});

describe('an absurd name', () => {
  it('leaves a spreadsheet that Excel opens', async () => {
    const absurd = 'A\ufffeB\uffffC\u0001D\uD800E\u{1F600}';
    async function* pages() {
      yield await Promise.resolve([[absurd]]);
    }
    const parts: Uint8Array[] = [];
    for await (const part of exportedBytes('xlsx', { head: [{ name: 'name', kind: 'text' }], pages: pages() } as never))
      parts.push(part);
    const rows: unknown[] = [];
    for await (const { values } of streamXlsxRows(Buffer.concat(parts))) rows.push(values);
    expect(rows).toStrictEqual([['Name'], ['A\uFFFDB\uFFFDC\uFFFDD\uFFFDE\u{1F600}']]);
  });
});
