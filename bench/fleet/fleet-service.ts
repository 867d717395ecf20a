import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A service of many accounts in a process of its own: `node fleet-service.js`. It takes 20 ms for a push. After `POST /sick?on=yes`
 * it refuses the keys that begin with `refused`, answers those with `slow` after five seconds, and those with `flood` with 429.
 * Prints its origin.
 */

let isSick = false;
const pushMs = 20;
const slowMs = 5_000;

/** By key and id. */
const taken = new Map<string, Buffer>();
const idIn = (body: Buffer): string => /"id":"([^"]+)"/.exec(body.toString('latin1', 0, 300))?.[1] ?? '';

const answerTo = async (key: string, method: string, url: string, body: Buffer): Promise<[number, Buffer | string]> => {
  if (isSick && key.startsWith('refused')) return [401, '{}'];
  if (isSick && key.startsWith('flood')) return [429, '{}'];
  if (isSick && key.startsWith('slow')) await sleep(slowMs);
  if (method !== 'POST') {
    // A list may be late; what was taken is found by its id.
    if (url.includes('?') || url === '/transactions') return [200, '{"data":[]}'];
    const found = taken.get(`${key} ${decodeURIComponent(url.slice('/transactions/'.length))}`);
    return found === undefined ? [404, '{}'] : [200, found];
  }
  await sleep(pushMs);
  taken.set(`${key} ${idIn(body)}`, body);
  return [200, body];
};

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  void buffer(request).then(async (body) => {
    const { method = '', url = '' } = request;
    if (url.startsWith('/sick')) {
      isSick = url.endsWith('yes');
      response.end();
      return;
    }
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const [status, text] = await answerTo(key, method, url, body);
    response
      .writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) })
      .end(text);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
