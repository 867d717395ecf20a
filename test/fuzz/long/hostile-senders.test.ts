import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { toNode } from '../../../src/adapters/node.ts';
import { aWeb, type WebUnderTest } from '../../support/a-web.ts';
import { deliver, listening } from '../../support/listening.ts';
import { randomOf } from '../../support/size.ts';
import { orderPayload, shopifyWebhook, stripeWebhook } from '../../support/signed-webhook.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { cases } from '../cases.ts';

const listen = listening();
const path = '/tax-nexus/webhooks/us-store';
const good = shopifyWebhook(orderPayload('820982911946154508'));

let requests = 0;
afterAll(() => reportCounts('Hostile senders', { requests }));

interface Served {
  readonly web: WebUnderTest;
  readonly origin: string;
}

const served = async (): Promise<Served> => {
  const web = aWeb();
  const listener: RequestListener = toNode(web);
  return { web, origin: await listen(listener) };
};

/** Opens a connection, hands it out, and gives what came back until either side closes it. */
const heard = (origin: string, speak: (socket: Socket) => void, longest = 15_000): Promise<string> =>
  new Promise((resolve) => {
    requests += 1;
    const { hostname, port } = new URL(origin);
    let text = '';
    const socket = connect(Number(port), hostname, () => speak(socket));
    const deadline = setTimeout(() => socket.destroy(), longest);
    socket
      .on('data', (chunk) => (text += chunk.toString('latin1')))
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(deadline);
        resolve(text);
      });
  });

const head = (lines: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'host: host.example', 'content-type: application/json', ...lines, '', ''].join('\r\n');

/** After any hostile request, an honest delivery is accepted. */
const expectAlive = async ({ web, origin }: Served): Promise<void> => {
  const before = web.deliveries.length;
  expect(await deliver(`${origin}${path}`, good)).toMatchObject({ status: 200 });
  expect(web.deliveries).toHaveLength(before + 1);
};

const expectNothingDone = ({ web }: Served): void => {
  expect([web.deliveries, web.erased, web.woken]).toStrictEqual([[], [], []]);
  expect(web.logged.join()).not.toMatch(/canary/i);
};

describe('a hostile sender', () => {
  it.concurrent('who sends a byte now and then gets 408 and delays no other', async () => {
    const server = await served();
    let drip: NodeJS.Timeout | undefined;
    const begun = Date.now();
    const answer = heard(server.origin, (socket) => {
      socket.write(head(['content-length: 1000']));
      drip = setInterval(() => socket.write('x'), 500);
    });
    expectNothingDone(server);
    await expectAlive(server);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
    expect(Date.now() - begun).toBeLessThan(120_000);
  }, 30_000);

  it.concurrent('with three hundred idle connections delays no other', async () => {
    const server = await served();
    const idle: Socket[] = [];
    const silent = Array.from({ length: 300 }, () => heard(server.origin, (socket) => void idle.push(socket)));
    await expectAlive(server);
    idle.forEach((socket) => socket.destroy());
    await Promise.all(silent);
  }, 30_000);

  it.each([
    ['announces more than the cap', head(['content-length: 999999999999']), 413],
    ['announces a length below zero', head(['content-length: -5']), 400],
    ['announces a length that is none', head(['content-length: CANARY']), 400],
    ['announces two lengths', head(['content-length: 5', 'content-length: 6']), 400],
    ['announces a length and pieces at once', head(['content-length: 5', 'transfer-encoding: chunked']), 400],
    ['sends a header of 64 KiB', head([`x-shopify-topic: ${'x'.repeat(65_536)}`]), 431],
    ['breaks a header in two', head(['x-shopify-topic: orders/updated\r\nx: \u0000']), 400],
    ['writes pieces of no size', `${head(['transfer-encoding: chunked'])}CANARY\r\n`, 400],
    ['sends a compressed body', head(['content-length: 0', 'content-encoding: gzip']), 415],
    [
      'signs with ten signatures',
      `${head(Array(10).fill('x-shopify-hmac-sha256: AAAA').concat('content-length: 2'))}{}`,
      401,
    ],
  ])('who %s is refused, and nothing is done', async (_, text, status) => {
    const server = await served();
    const answer = await heard(server.origin, (socket) => socket.write(text), 1_500);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expectNothingDone(server);
    await expectAlive(server);
  });

  it('who sends a bomb of gzip does not get it unpacked', async () => {
    const server = await served();
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    const before = process.memoryUsage().arrayBuffers;
    const answer = await heard(server.origin, (socket) => {
      socket.write(head([`content-length: ${bomb.length}`, 'content-encoding: gzip', 'connection: close']));
      socket.write(bomb);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
    expectNothingDone(server);
  });

  it.each([
    ['arrays', '['.repeat(1_000_000)],
    ['arrays that are closed', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['objects', `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`],
    ['digits', `{"id":${'9'.repeat(1_500_000)}}`],
    ['keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join()}}`],
    ['the prototype', '{"__proto__":{"id":42},"constructor":{"prototype":{}}}'],
  ])(
    'who has the secret and sends a body of %s does no harm',
    async (_, body) => {
      const server = await served();
      requests += 1;
      const { status } = await deliver(`${server.origin}${path}`, shopifyWebhook(body));
      expect([200, 400]).toContain(status);
      expect(server.web.erased).toStrictEqual([]);
      expect(({} as Readonly<Record<string, unknown>>)['id']).toBeUndefined();
      await expectAlive(server);
    },
    60_000,
  );

  it('who sends noise in the place of a body, signed or not, is refused or means nothing', async () => {
    const server = await served();
    const random = randomOf(9);
    for (let index = 0; index < cases(200); index += 1) {
      requests += 1;
      const noise = Array.from({ length: 1 + Math.floor(random.next() * 200) }, () =>
        String.fromCharCode(Math.floor(random.next() * 0x250)),
      ).join('');
      const webhook = index % 2 === 0 ? shopifyWebhook(noise) : stripeWebhook({ noise, type: noise });
      const { status } = await deliver(`${server.origin}${path}`, webhook);
      expect([400, 401]).toContain(status);
    }
    expectNothingDone(server);
  });
});
