import { createServer, type RequestListener } from 'node:http';

/** A server of the sandbox, reachable from this machine only. */
export interface Listening {
  /** `http://127.0.0.1:4010` */
  readonly origin: string;
  /** Ends open connections too, so that nothing keeps the process alive. */
  readonly stop: () => Promise<void>;
}

/** Listens on the loopback address. Port 0 takes any free one. Rejects when the port is taken. */
export const listen = (port: number, listener: RequestListener): Promise<Listening> => {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ origin: `http://127.0.0.1:${taken}`, stop });
    });
  });
};
