import type { Server } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { portProblem } from './port-problem.ts';

/**
 * Listens. Right: the port, which was any free one if 0 was asked for. Left: why not, and what to do, as the rest of a sentence
 * about it.
 */
export const listen = (server: Server, port: number, host: string): Promise<E.Either<string, number>> =>
  new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = portProblem(error);
      resolve(
        E.left(
          problem === undefined
            ? `${host} is not an address of this machine; choose one with --host`
            : `port ${port} of ${host} ${problem}`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(E.right(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
