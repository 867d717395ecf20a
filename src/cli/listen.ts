import type { Server } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken; choose another one with --port',
  EACCES: 'may not be listened on by this user; choose one above 1023 with --port',
};

/**
 * Listens. Right: the port, which was any free one if 0 was asked for. Left: why not, and what to do, as the rest of a sentence
 * about it.
 */
export const listen = (server: Server, port: number, host: string): Promise<E.Either<string, number>> =>
  new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const remedy = remedies[error.code ?? ''];
      resolve(
        E.left(
          remedy === undefined
            ? `${host} is no address of this machine; choose one with --host`
            : `port ${port} of ${host} ${remedy}`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(E.right(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
