import { unknownPlatform } from '../mapping/identity.ts';
import { type Context, Hono } from 'hono';
import {
  addressTooLong,
  comeAgain,
  noBody,
  notFound,
  ownDefect,
  status,
  taken,
  unreadable,
  unverified,
  wrongMethod,
  wrongType,
} from './answers.ts';
import { routeOf } from './route.ts';
import type { WebPorts } from './web-ports.ts';
import * as E from 'fp-ts/lib/Either.js';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { RawRequest, WebhookMeaning, WebhookRefusal } from '../mapping/source-connector.ts';
import { bodyDesk } from './body-desk.ts';
import { clientOf } from './client-of.ts';
import { type NoBody, readBody } from './read-body.ts';
import { spoiledMessage } from './spoiled-message.ts';
import { storeMeaning } from './store-meaning.ts';
import type { Clock, Logger } from '../domain/environment.ts';

/** The part of a request's path that is ours, wherever we are mounted. */
const ownPath = (request: Request): string => {
  const route = routeOf(new URL(request.url).pathname);
  if (route === undefined) return '/';
  if (route.kind === 'screen') return '/screen';
  return route.kind === 'webhook' ? `/webhooks/${route.storefront}` : `/${route.kind}`;
};

/**
 * The one handler of all hosts, from a standard `Request` to a standard `Response`. It never rejects.
 *
 * - `POST …/webhooks/<storefront>`: 200 once the delivery is durable
 * - `GET …/health`: 200 for as long as the process answers
 * - `GET …/ready`: 200 when deliveries can be stored, 503 otherwise
 * - `…/screen`: the historical sync screen; 404 without one
 * - an address of more than 8,192 characters: 414, whatever it names
 */
export const webHandler = (
  ports: WebPorts,
  showScreen: ((request: Request) => Promise<Response>) | null = null,
): ((request: Request) => Promise<Response>) => {
  const webhook = answerWebhook(ports);
  const app = new Hono({ getPath: ownPath })
    .post('/webhooks/:storefront', (context) => webhook(context.req.raw, context.req.param('storefront')))
    .all('/webhooks/:storefront', () => wrongMethod('POST'))
    .get('/health', () => status('live'))
    .get('/ready', async () => status((await ports.isReady()) ? 'ready' : 'not ready'))
    .all('/screen', ({ req }) => showScreen?.(req.raw) ?? notFound())
    .all('/health', () => wrongMethod('GET'))
    .all('/ready', () => wrongMethod('GET'))
    .notFound(() => notFound())
    .onError((defect: Error, { req }: Context) => {
      // Its message may hold what it tripped over.
      ports.log.error('a request failed by a defect of tax-nexus-sync; please report it', {
        method: req.method,
        defect: defect.name,
      });
      return ownDefect();
    });
  return async (request) => (isTooLong(request.url) ? addressTooLong() : app.fetch(request));
};

/** Characters of the address of a request, with its query: as many as common servers take. */
const maxAddress = 8_192;

/** Whether the address of a request is longer than any of ours. Asked before anything else is done with it. */
const isTooLong = (address: string): boolean => address.length > maxAddress;

/** An order of six hundred lines, repeated in its fulfillments and refunds, and small enough for many at once. */
const largestBody = 4 * 1024 * 1024;

/** Milliseconds; platforms themselves give up after five to twenty seconds. */
const maxBody = 10_000;

/** Milliseconds until a sender who made room is answered: an answer at once would bring it back at once. */
const pauseOfDisplaced = 5_000;

/** As many as wait for that at the same time; who comes then is answered at once. */
const maxPaused = 1_024;

const isJson = (request: Request): boolean => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return type.trim().toLowerCase() === 'application/json' && encoding === 'identity';
};

/** No name of a storefront has blanks. */
const unknownStorefronts = 'unknown storefronts';

const unknownReason = 'no storefront of this name is configured; compare the address at the platform';

interface Verified {
  readonly meaning: WebhookMeaning;
  readonly receivedAt: Instant;
}

const refuse = ({ _tag }: WebhookRefusal): Response => (_tag === 'Unreadable' ? unreadable() : unverified());

/**
 * Answers one delivery: raw bytes under a cap, verification by the storefront's connector, one durable insert, and then 200.
 * Nothing is processed inside of the request; a store that is down is answered 503, so that the platform comes again.
 */
const answerWebhook = (ports: WebPorts): ((request: Request, storefront: string) => Promise<Response>) => {
  const { connectorOf, clock, log, onEvent } = ports;
  const store = storeMeaning(ports);
  const noteRefusal = refusalLog(ports);
  const desk = bodyDesk(clock);
  let paused = 0;

  const pause = async (): Promise<void> => {
    if (paused >= maxPaused) return;
    paused += 1;
    await clock.sleep(pauseOfDisplaced)();
    paused -= 1;
  };

  const bodyOf = async (request: Request, storefront: string): Promise<E.Either<NoBody, Uint8Array>> => {
    const room = new AbortController();
    const group = connectorOf(storefront) === undefined ? unknownStorefronts : storefront;
    const held = desk.open({ storefront: group, client: clientOf(request) }, () => room.abort());
    try {
      return await readBody(request, {
        most: largestBody,
        longest: maxBody,
        onArrived: held.arrived,
        displaced: room.signal,
      });
    } finally {
      held.close();
    }
  };

  const verify = async (request: Request, storefront: string): Promise<E.Either<Response, Verified>> => {
    const body = await bodyOf(request, storefront);
    if (E.isLeft(body)) {
      if (body.left === 'displaced') await pause();
      // A name that is not configured is a stranger's text: it is not logged.
      if (body.left === 'spoiled')
        log.error(spoiledMessage, connectorOf(storefront) === undefined ? {} : { storefront });
      return E.left(noBody(body.left));
    }
    // Not before: an answer must not show a stranger which names exist.
    const connector = connectorOf(storefront);
    if (connector === undefined) {
      noteRefusal(null, unknownReason);
      return E.left(unverified());
    }
    const receivedAt = instantOfMilliseconds(clock.now());
    const headers: RawRequest['headers'] = Object.fromEntries(request.headers);
    const meaning = connector.receiveWebhook({ body: body.right, headers, receivedAt });
    if (E.isRight(meaning)) return E.right({ meaning: meaning.right, receivedAt });
    const { _tag, message } = meaning.left;
    noteRefusal(storefront, message);
    onEvent({ type: 'webhook.refused', storefront, reason: _tag });
    // Nothing of the delivery is at fault while its storefront cannot be opened.
    return E.left(connector.platform === unknownPlatform ? comeAgain() : refuse(meaning.left));
  };

  return async (request, storefront) => {
    if (!isJson(request)) return wrongType();
    // What is stored holds ids only, so that the body is gone while the store is waited for.
    const verified = await verify(request, storefront);
    if (E.isLeft(verified)) return verified.left;
    const { meaning, receivedAt } = verified.right;
    const stored = await store(storefront, meaning, receivedAt)();
    if (E.isRight(stored)) return taken();
    log.error(stored.left.message, { storefront });
    return comeAgain();
  };
};

/** Milliseconds between two lines about one storefront: a flood of forgeries must not flood the log. */
const between = 10_000;

/**
 * Notes deliveries that were refused, a storefront at most every ten seconds, with how many there were. Names that are not
 * configured are null: they count as one, for there may be any number of them, and are not logged, for a stranger wrote them.
 */
const refusalLog = ({
  clock,
  log,
}: {
  readonly clock: Clock;
  readonly log: Logger;
}): ((storefront: string | null, reason: string) => void) => {
  const noted = new Map<string | null, { readonly at: number; readonly since: number }>();
  return (storefront, reason) => {
    const now = clock.now();
    const last = noted.get(storefront);
    if (last !== undefined && now >= last.at && now - last.at < between) {
      noted.set(storefront, { at: last.at, since: last.since + 1 });
      return;
    }
    const named = storefront === null ? {} : { storefront };
    log.warn('webhooks were refused', { ...named, reason, count: 1 + (last?.since ?? 0) });
    noted.set(storefront, { at: now, since: 0 });
  };
};
