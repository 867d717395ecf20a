import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can behave as bad networks do. What it does to the connections of a moment leaves later ones alone. */
export interface BadWire {
  /** The given address, through this proxy. */
  readonly through: (address: string) => string;
  /** Breaks all connections off, in the middle of whatever they carry. */
  readonly cut: () => void;
  /** Breaks the next connection off that carries an answer, however late, after so many bytes of it. */
  readonly cutAnswerAfter: (bytes: number) => void;
  /** Closes one direction of all connections: the client reads their end, and can still write. */
  readonly halfClose: () => void;
  /** All connections stay open and carry nothing any more: half-open, as after a lost firewall. */
  readonly silence: () => void;
  /** Nothing moves, also on new connections, until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly stop: () => Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  isSilent: boolean;
}

const ignore = (): void => undefined;

/** @param target an address with host and port */
export const aBadWire = async (target: string): Promise<BadWire> => {
  const { hostname, port } = new URL(target);
  const connections = new Set<Connection>();
  let isHeld = false;
  let answerBytesLeft = Infinity;

  const breakOff = (connection: Connection): void => {
    connections.delete(connection);
    for (const socket of [connection.client, connection.server]) socket.resetAndDestroy();
  };
  const passAnswer = (connection: Connection, chunk: Buffer): void => {
    if (connection.isSilent) return;
    if (chunk.length < answerBytesLeft) {
      answerBytesLeft -= chunk.length;
      connection.client.write(chunk);
      return;
    }
    // Only what was handed over before a reset arrives, so the connection ends when this part is written.
    connection.client.write(chunk.subarray(0, answerBytesLeft), () => breakOff(connection));
    connection.isSilent = true;
    answerBytesLeft = Infinity;
  };

  const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    const connection: Connection = { client, server, isSilent: false };
    connections.add(connection);
    if (isHeld) for (const socket of [client, server]) socket.pause();
    client.on('data', (chunk) => connection.isSilent || server.write(chunk));
    server.on('data', (chunk) => passAnswer(connection, chunk));
    client.on('end', () => connection.isSilent || server.end());
    server.on('end', () => connection.isSilent || client.end());
    for (const socket of [client, server]) {
      socket.on('error', ignore);
      socket.once('close', () => connection.isSilent || breakOff(connection));
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const own = (proxy.address() as AddressInfo).port;
  const eachSocket = (act: (socket: Socket) => void): void =>
    connections.forEach(({ client, server }) => [client, server].forEach(act));
  return {
    through: (address) => {
      const url = new URL(address);
      url.hostname = '127.0.0.1';
      url.port = String(own);
      return url.href.replace(/\/$/, '');
    },
    cut: () => connections.forEach(breakOff),
    cutAnswerAfter: (bytes) => {
      answerBytesLeft = bytes;
    },
    halfClose: () => connections.forEach(({ client }) => client.end()),
    silence: () =>
      connections.forEach((connection) => {
        connection.isSilent = true;
      }),
    hold: () => {
      isHeld = true;
      eachSocket((socket) => socket.pause());
    },
    release: () => {
      isHeld = false;
      eachSocket((socket) => socket.resume());
    },
    stop: async () => {
      connections.forEach(breakOff);
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
