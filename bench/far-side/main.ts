import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordShop } from './record-shop.ts';
import { salesCalendar } from './sales-calendar.ts';
import { service } from './service.ts';
import { shopOf } from './shop.ts';

/*
 * Shop and service in a process of their own, so that a measured process holds the client alone. Both answer with bytes
 * that are ready: the far side must not be what limits the client. Prints its origin on one line when it is ready.
 */

const recordedOrders = 1_000;

const shop = shopOf(await recordShop(recordedOrders));
const tax = service();
/** Milliseconds before each answer of the service. */
let latency = 0;

/** `POST /begin?warmUp=2000&measured=20000&latency=20`: another history, and an empty service that takes its time. */
const begin = (url: string): string => {
  const { searchParams } = new URL(url, 'http://far-side');
  shop.setCalendar(salesCalendar(Number(searchParams.get('warmUp')), Number(searchParams.get('measured'))));
  tax.clear();
  latency = Number(searchParams.get('latency'));
  return '{}';
};

const answer = (
  method: string,
  url: string,
  body: Buffer,
): { readonly status: number; readonly body: Buffer | string } => {
  if (url.startsWith('/admin/')) return { status: 200, body: shop.answer(body.toString()) };
  if (url.startsWith('/transactions')) return tax.answer(method, url, body);
  if (url.startsWith('/begin')) return { status: 200, body: begin(url) };
  if (url.startsWith('/clear')) tax.clear();
  return { status: 200, body: JSON.stringify(tax.counts()) };
};

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  void buffer(request).then(async (body) => {
    if (latency > 0 && request.url?.startsWith('/transactions') === true) await sleep(latency);
    const { status, body: text } = answer(request.method ?? '', request.url ?? '', body);
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
