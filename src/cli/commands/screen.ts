/** `tax-nexus screen`: opens the screen for the user of this machine, without an app and without live work. */
import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, openSettings } from '../open-command.ts';
import { untilInterrupted } from '../interruption.ts';
import { userName } from '../process.ts';
import { createServer } from 'node:http';
import { toNode } from '../../adapters/node.ts';
import type { TaxNexusSettings } from '../../app/plugin/settings.ts';
import { serveSettings } from '../../app/serve-settings.ts';
import type { Logger } from '../../domain/environment.ts';
import { listen } from '../listen.ts';

interface ScreenOptions extends CommonOptions {
  /** 0, or a port that is taken, means any free one. */
  readonly port: number;
  /** The name on notes and sign-offs. Default: the user of this machine. */
  readonly name?: string;
}

/** Until Ctrl-C. A run started on the screen continues only while it is open. */
export const screen = (io: CliIo, { name = userName(io.env), ...options }: ScreenOptions): Promise<ExitCode> =>
  showScreen(
    io,
    { ...options, name },
    (address) =>
      `The screen is open: ${address}\nCtrl-C ends it; a run that is at work is settled first, and may be resumed.\n`,
  );

/**
 * Shows the screen of a configuration until Ctrl-C.
 *
 * @param introduce the text to print once the screen is open; it receives the address of the first page
 * @param work runs then: an exit code ends the screen, and null leaves it open. Default: it stays open
 */
export const showScreen = async (
  io: CliIo,
  options: ScreenOptions & { readonly name: string },
  introduce: (address: string) => string,
  work: (address: string) => Promise<ExitCode | null> = () => Promise.resolve(null),
): Promise<ExitCode> => {
  const settings = await openSettings(io, options);
  if (E.isLeft(settings)) return settings.left;
  const served = await serveScreen(settings.right, { ...options, log: io.err });
  if (E.isLeft(served)) {
    io.err(`The screen cannot be opened: ${served.left}.\n`);
    return exitCode.usage;
  }
  const end = untilInterrupted(io);
  io.err(introduce(served.right.address));
  try {
    const code = await work(served.right.address);
    if (code === null) await end;
    return code ?? exitCode.settled;
  } finally {
    await served.right.stop();
  }
};

interface ServedScreen {
  /** The address of the first page. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const host = '127.0.0.1';
const path = '/tax-nexus/screen';

/** Another site's name may resolve to this machine. It must not open the screen, because that site's pages could then use it. */
const isAskedHere = (request: Request): boolean => [host, 'localhost'].includes(new URL(request.url).hostname);

const complaints = (write: (text: string) => void): Logger => ({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  // A log has `who` as a separate field; here it would be missing.
  error: (message, { who } = {}) => write(`${typeof who === 'string' ? `${who}: ` : ''}${message}\n`),
});

/** Milliseconds after which a person wonders why nothing happens. */
const isLong = 2_000;

/** Loads the screen and opens the sync database, so that the first page is ready when its address is printed. */
const openFirstPage = async (
  { handler }: Pick<ReturnType<typeof serveSettings>, 'handler'>,
  log: (text: string) => void,
): Promise<void> => {
  const note = setTimeout(() => {
    log('Waiting for the sync database: it is still being opened. Ctrl-C ends this.\n');
  }, isLong);
  const { status } = await handler(new Request(`http://${host}${path}`));
  clearTimeout(note);
  if (status === 503) log('The sync database is not available. The screen names the cause, and tries again.\n');
};

/**
 * Serves the screen only for the user of this machine. Webhooks and schedules do not run. Left: why no port could be opened.
 *
 * @param options.port another free one is used when it is taken
 * @param options.name the name of notes and sign-offs
 */
const serveScreen = async (
  settings: TaxNexusSettings,
  {
    port,
    name,
    account,
    log,
  }: Pick<ScreenOptions, 'port' | 'account'> & { readonly name: string; readonly log: (text: string) => void },
): Promise<E.Either<string, ServedScreen>> => {
  const server = createServer();
  const wanted = await listen(server, port, host);
  const own = E.isRight(wanted) ? wanted : await listen(server, 0, host);
  // Before anything is opened that would have to be closed again.
  if (E.isLeft(own)) return own;
  const taxNexus = serveSettings(settings, complaints(log), {
    authorize: (request) => (isAskedHere(request) ? { name, ...(account !== undefined && { account }) } : null),
    frameAncestors: [],
  });
  const answer = toNode(taxNexus);
  // A typed address may lack the path.
  server.on('request', (request, response) => {
    answer(request, response, () => response.writeHead(302, { location: path }).end());
  });
  await taxNexus.storefronts.refresh();
  await openFirstPage(taxNexus, log);
  return E.right({
    address: `http://${host}:${own.right}${path}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await taxNexus.stop({ drainMs: 5_000 });
    },
  });
};
