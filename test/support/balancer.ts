import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly origin: string;
  readonly stop: () => void;
}

/** Passes a request on; `onDead` when nothing listens there. */
const pass = (target: string, incoming: IncomingMessage, body: Buffer, answer: ServerResponse, onDead: () => void) => {
  const { method, url, headers } = incoming;
  const outgoing = request(new URL(url ?? '/', target), { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.on('error', () => answer.destroy());
    reply.pipe(answer);
  });
  outgoing.on('error', () => (answer.headersSent ? answer.destroy() : onDead()));
  answer.on('close', () => outgoing.destroy());
  outgoing.end(body);
};

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
};

/** A load balancer without any wits: each request goes to the next of some servers, and on when that one is dead. */
export const balancer = async (targets: readonly string[]): Promise<Balancer> => {
  let turn = 0;
  const server: Server = createServer((incoming, answer) => {
    void bodyOf(incoming).then((body) => {
      const tryNext = (left: number): void => {
        const target = targets[(turn += 1) % targets.length];
        if (left === 0 || target === undefined) return void answer.writeHead(502).end();
        pass(target, incoming, body, answer, () => tryNext(left - 1));
      };
      tryNext(targets.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
