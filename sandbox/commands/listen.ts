/** `tax-nexus listen`: shows webhooks as they arrive, verified with the storefronts' secrets, and stores none of them. */
import { createServer, type IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { Command } from '../../src/app/plugin/command.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import type { WebhookMeaning, WebhookRefusal } from '../../src/mapping/source-connector.ts';
import { routeOf } from '../../src/web/route.ts';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { paint } from '../../src/cli/colors.ts';
import { exitCode, type ExitCode } from '../../src/cli/exit-code.ts';
import { untilInterrupted } from '../../src/cli/interruption.ts';
import { listen as listenOn } from '../../src/cli/listen.ts';
import { type CommonOptions, withCommand } from '../../src/cli/open-command.ts';
import { printable } from '../../src/cli/process.ts';
import { json } from '../../src/cli/render/text.ts';

interface ListenOptions extends CommonOptions {
  readonly port: number;
  readonly host: string;
  readonly json?: boolean;
}

/** Until Ctrl-C. Pushes nothing. */
export const listen = (io: CliIo, options: ListenOptions): Promise<ExitCode> =>
  withCommand(io, options, async (command) => {
    const server = createServer((request, response) => {
      void bodyOf(request).then(
        (body) => {
          const arrived = receive(command, request, body, io.now());
          io.out(options.json === true ? json(arrived) : lineOf(arrived, io.now()));
          response.writeHead(arrived.status).end();
        },
        () => response.destroy(),
      );
    });
    const listened = await listenOn(server, options.port, options.host);
    if (E.isLeft(listened)) {
      io.err(`It cannot listen: ${listened.left}.\n`);
      return exitCode.usage;
    }
    const end = untilInterrupted(io);
    io.err(
      `Listening on http://${options.host}:${listened.right}/tax-nexus/webhooks/… Deliveries are shown, and neither stored nor pushed: catch-up finds their sales.\nCtrl-C ends it.\n`,
    );
    await end;
    server.close();
    server.closeAllConnections();
    return exitCode.settled;
  });

/** The largest body that is read, in bytes. */
const maxBody = 5_000_000;

/** Undefined when it is too large. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBody) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** A delivery: only the id of its record, because the rest of the body is about a buyer. */
interface Arrived {
  readonly storefront: string;
  readonly status: number;
  readonly topic: string | null;
  readonly message: string;
}

const receive = (
  { taxNexus, connectorOf }: Command,
  request: IncomingMessage,
  body: Buffer | undefined,
  now: number,
): Arrived => {
  const route = routeOf(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (route?.kind !== 'webhook' || body === undefined) {
    const message =
      body === undefined
        ? 'too large'
        : 'not an address of webhooks: it must end in /webhooks/ and the name of a storefront';
    return { storefront: request.url ?? '/', status: body === undefined ? 413 : 404, topic: null, message };
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const candidates = taxNexus.storefronts
    .list()
    .filter((name) => name === route.name || connectorOf(name)?.platform === route.name);
  const topic = topicOf(request, body);
  let refused: WebhookRefusal = { _tag: 'Unverified', message: 'there is no such storefront' };
  for (const storefront of candidates) {
    const meaning = connectorOf(storefront)?.receiveWebhook({ body, headers, receivedAt: instantOfMilliseconds(now) });
    if (meaning === undefined) continue;
    if (E.isRight(meaning)) return { storefront, status: 200, topic, message: meaningText(meaning.right) };
    refused = meaning.left;
  }
  return { storefront: route.name, status: 401, topic, message: refused.message };
};

const topicOf = ({ headers }: IncomingMessage, body: Buffer): string | null => {
  const sent = headers['x-shopify-topic'] ?? /"type":\s*"([a-z0-9_.]{1,80})"/.exec(body.toString('utf8'))?.[1];
  return typeof sent === 'string' ? sent.slice(0, 80) : null;
};

const meaningText = (meaning: WebhookMeaning): string => {
  switch (meaning._tag) {
    case 'RecordChanged':
      return `record ${meaning.recordId} would be read again`;
    case 'RecordDeleted':
      return `record ${meaning.recordId} was deleted`;
    case 'Irrelevant':
      return 'nothing to do';
    case 'DataRequested':
    case 'EraseRecords':
      return `${meaning._tag === 'DataRequested' ? 'a buyer asks for the data of' : 'a buyer wants erased:'} ${meaning.recordIds.join(', ')}`;
    case 'EraseStorefront':
      return 'all data of the storefront would be erased';
    case 'Uninstalled':
      return 'the app was uninstalled';
  }
};

const lineOf = ({ storefront, status, topic, message }: Arrived, now: number): string => {
  const clock = paint('dim', new Date(now).toTimeString().slice(0, 8));
  const state = paint(status === 200 ? 'green' : 'red', String(status));
  return `${clock}  ${state}  ${printable([storefront, topic ?? '?', message].join('  '))}\n`;
};
