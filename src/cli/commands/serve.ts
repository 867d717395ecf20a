/** `tax-nexus serve`: the whole plugin as one process, with webhooks, live work, schedules and the log. */
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { toNode } from '../../adapters/node.ts';
import { TaxNexusError } from '../../app/plugin/tax-nexus-error.ts';
import { serveSettings } from '../../app/serve-settings.ts';
import type { Logger } from '../../domain/environment.ts';
import type { CliIo } from '../cli-io.ts';
import { processLog } from '../human-log.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, openSettings } from '../open-command.ts';
import { listen } from '../listen.ts';
import { workUntilInterrupted } from '../interruption.ts';

export interface ServeOptions extends CommonOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Address to listen on; `0.0.0.0` in a container. */
  readonly host: string;
  /** The path below which webhooks, health and readiness are answered. */
  readonly path: string;
}

/** Milliseconds in which a request must arrive completely. */
const maxRequest = 30_000;
const maxHeaders = 10_000;
const drainMs = 10_000;

/**
 * It works until SIGTERM or Ctrl-C. Then it accepts no new work, finishes work in progress within ten seconds, and continues with
 * the rest at the next start. Its log is on stderr: lines for people on a terminal, JSON otherwise.
 *
 * @param onListening is called once with the port, which is chosen here if `--port` was 0
 */
export const serve = async (
  io: CliIo,
  options: ServeOptions,
  onListening: (port: number) => void = () => undefined,
): Promise<ExitCode> => {
  const log = processLog(io);
  const settings = await openSettings(io, options, log);
  if (E.isLeft(settings)) return settings.left;
  return workUntilInterrupted(io, log, (end) =>
    serveUntil(end, io, options, serveSettings(settings.right, log), log, onListening),
  );
};

const serveUntil = async (
  end: Promise<void>,
  io: CliIo,
  options: ServeOptions,
  taxNexus: ReturnType<typeof serveSettings>,
  log: Logger,
  onListening: (port: number) => void,
): Promise<ExitCode> => {
  try {
    await taxNexus.start();
  } catch (error) {
    log.error(error instanceof TaxNexusError ? error.message : 'It could not start because of an internal error.');
    await taxNexus.stop();
    return exitCode.usage;
  }
  const server = createServer(
    { requestTimeout: maxRequest, headersTimeout: maxHeaders },
    toNode(taxNexus, { basePath: options.path }),
  );
  const listened = await listen(server, options.port, options.host);
  if (E.isLeft(listened)) {
    log.error(listened.left);
    await taxNexus.stop();
    return exitCode.usage;
  }
  onListening(listened.right);
  const host = isIPv6(options.host) ? `[${options.host}]` : options.host;
  log.info('ready', { address: `http://${host}:${listened.right}`, path: options.path });
  await end;
  log.info('stopping: what is in progress is finished');
  server.close();
  await taxNexus.stop({ drainMs });
  server.closeAllConnections();
  log.info('stopped');
  return exitCode.settled;
};
