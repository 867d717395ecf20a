import { createServer } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { toNode } from '../adapters/node.ts';
import type { Configuration } from '../app/configuration/configuration.ts';
import { serveConfiguration } from '../app/serve-configuration.ts';
import type { Logger } from '../domain/environment.ts';
import { listen } from './listen.ts';

export interface ServedScreen {
  /** Of the list of runs. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const host = '127.0.0.1';
const path = '/tax-nexus/screen';

/** A name of another site that leads to this machine must not open the screen: then that site's pages could use it. */
const isAskedHere = (request: Request): boolean => [host, 'localhost'].includes(new URL(request.url).hostname);

const complaints = (write: (text: string) => void): Logger => ({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  // Who it is about stands apart in a log; here it would be missing.
  error: (message, { who } = {}) => write(`${typeof who === 'string' ? `${who}: ` : ''}${message}\n`),
});

/**
 * The screen of a configuration, only for the user of this machine. Webhooks and schedules do not run.
 *
 * Left: why no port could be opened.
 *
 * @param options.port another free one is used when it is taken
 * @param options.name the name of notes and sign-offs
 */
export const serveScreen = async (
  configuration: Configuration,
  { port, name, log }: { readonly port: number; readonly name: string; readonly log: (text: string) => void },
): Promise<E.Either<string, ServedScreen>> => {
  const taxNexus = await serveConfiguration(configuration, complaints(log), {
    authorize: (request) => (isAskedHere(request) ? { name } : null),
    frameAncestors: [],
  });
  const answer = toNode(taxNexus);
  // A typed address may lack the path.
  const server = createServer((request, response) => {
    answer(request, response, () => response.writeHead(302, { location: path }).end());
  });
  const wanted = await listen(server, port, host);
  const own = E.isRight(wanted) ? wanted : await listen(server, 0, host);
  return E.map((found: number) => ({
    address: `http://${host}:${found}${path}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await taxNexus.stop({ drainMs: 5_000 });
    },
  }))(own);
};
