/** Opens a port for a command, and explains in words a person understands why a port cannot be opened. */
import type { Server } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';

/**
 * Right: the port, which is any free one if 0 was requested. Left: the reason and what to do, as the rest of a sentence about the
 * port.
 */
export const listen = (server: Server, port: number, host: string): Promise<E.Either<string, number>> =>
  new Promise((resolve) => {
    server.once('error', (error) => {
      resolve(E.left(problemOf(error, port, host)));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(E.right(typeof address === 'object' && address !== null ? address.port : port));
    });
  });

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken; choose another one with --port',
  EACCES: 'may not be opened by this user; choose one above 1023 with --port',
};

/**
 * Why a port could not be opened, and what to do, as the rest of a sentence about that port; undefined when the error has another
 * cause.
 *
 * @example
 * portProblem(Object.assign(new Error('listen'), { code: 'EADDRINUSE' })); // 'is taken; choose another one with --port'
 */
export const portProblem = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? problems[error.code]
    : undefined;

const notHere = 'is not an address of this machine; choose one with --host';

const otherKind = 'is an address of a kind that this machine does not support; choose another one with --host';

const hostProblems: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EINVAL: notHere,
  EAI_AGAIN: 'cannot be resolved now; choose an IP address with --host',
  EAFNOSUPPORT: otherKind,
};

const problemOf = (error: NodeJS.ErrnoException, port: number, host: string): string => {
  const ofHost = hostProblems[error.code ?? ''];
  if (ofHost !== undefined) return `${host} ${ofHost}`;
  const problem =
    portProblem(error) ??
    `could not be opened because of a problem of this machine (${error.code ?? error.name}); solve it and start again`;
  return `port ${port} of ${host} ${problem}`;
};
