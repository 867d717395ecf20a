// The sandbox's shop, through a proxy that changes what it answers: the sample itself never changes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop seen through a window: what is read of it can be changed in passing. */
export interface ChangingShop {
  readonly origin: string;
  /** From now on every buyer has moved: the last digit of each ZIP code is another one. */
  readonly moveBuyers: () => void;
  readonly stop: () => Promise<void>;
}

const moved = (text: string): string =>
  text.replaceAll(
    /"zip":"(\d{4})(\d)"/g,
    (_, start: string, last: string) => `"zip":"${start}${(Number(last) + 1) % 10}"`,
  );

/** Stands between a connector and the shop at an origin. */
export const changingShop = async (origin: string): Promise<ChangingShop> => {
  let change = (text: string): string => text;
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { method = 'GET', url = '/', headers } = request;
      const token = headers['x-shopify-access-token']?.toString() ?? '';
      const answered = await fetch(`${origin}${url}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        ...(parts.length > 0 && { body: Buffer.concat(parts) }),
      });
      response.writeHead(answered.status, { 'content-type': 'application/json' });
      response.end(change(await answered.text()));
    };
    forward().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    moveBuyers: () => {
      change = moved;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
