import { unknownPlatform } from '../mapping/identity.ts';
import * as E from 'fp-ts/lib/Either.js';
import { type Context, Hono } from 'hono';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { RawRequest, WebhookMeaning, WebhookRefusal } from '../mapping/source-connector.ts';
import {
  accepted,
  addressTooLong,
  badRequest,
  bodyRejected,
  healthStatus,
  internalError,
  methodNotAllowed,
  notFound,
  retryLater,
  unauthorized,
  unsupportedType,
} from './answers.ts';
import { bodyLimiter, clientOf } from './body-limiter.ts';
import { type BodyError, readBody, bodyAlreadyReadMessage } from './read-body.ts';
import { routeOf } from './route.ts';
import { storeMeaning } from './store-meaning.ts';
import type { WebPorts } from './web-ports.ts';
import type { ScreenPorts } from './screen/screen-ports.ts';

/** The path below the mount path. */
const ownPath = (request: Request): string => {
  const route = routeOf(new URL(request.url).pathname);
  if (route === undefined) return '/';
  if (route.kind === 'screen') return '/screen';
  return route.kind === 'webhook' ? `/webhooks/${route.storefront}` : `/${route.kind}`;
};

/**
 * The handler for all hosts, from a standard `Request` to a standard `Response`. It never rejects.
 *
 * - `POST …/webhooks/<storefront>`: 200 once the delivery is durable
 * - `GET …/health`: 200 while the process runs
 * - `GET …/ready`: 200 when deliveries can be stored, 503 otherwise
 * - `…/screen`: the historical sync screen; 404 without one
 * - any address of more than 8,192 characters: 414
 */
export const webHandler = (
  ports: WebPorts,
  showScreen: ((request: Request) => Promise<Response>) | null = null,
): ((request: Request) => Promise<Response>) => {
  const webhook = webhookHandler(ports);
  const app = new Hono({ getPath: ownPath })
    .post('/webhooks/:storefront', (context) => webhook(context.req.raw, context.req.param('storefront')))
    .all('/webhooks/:storefront', () => methodNotAllowed('POST'))
    .get('/health', () => healthStatus('live'))
    .get('/ready', async () => healthStatus((await ports.isReady()) ? 'ready' : 'not ready'))
    .all('/screen', ({ req }) => showScreen?.(req.raw) ?? notFound())
    .all('/health', () => methodNotAllowed('GET'))
    .all('/ready', () => methodNotAllowed('GET'))
    .notFound(() => notFound())
    .onError((defect: Error, { req }: Context) => {
      // The message of the error may hold personal data.
      ports.log.error('A request failed because of a bug in tax-nexus-sync. Please report it.', {
        method: req.method,
        defect: defect.name,
      });
      return internalError();
    });
  return async (request) => (request.url.length > maxAddress ? addressTooLong() : app.fetch(request));
};

/** Characters of a request's address, including its query: as common servers allow. Checked before anything else. */
const maxAddress = 8_192;

/** Fits an order of 600 lines, repeated in its fulfillments and refunds, and still allows many at once. */
const maxBytes = 4 * 1024 * 1024;

/** Milliseconds; platforms themselves give up after 5 to 20 seconds. */
const bodyTimeout = 10_000;

/** Milliseconds before the sender of an evicted body gets its response: an immediate response would bring it back at once. */
const evictionPause = 5_000;

/** Senders that wait for `evictionPause` at the same time. Others get their response at once. */
const maxPaused = 1_024;

const isJson = (request: Request): boolean => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return type.trim().toLowerCase() === 'application/json' && encoding === 'identity';
};

/** Cannot be a storefront: names have no blanks. */
const unknownStorefronts = 'unknown storefronts';

const unknownReason = 'No storefront of this name is configured. Compare the webhook address at the platform.';

interface Verified {
  readonly meaning: WebhookMeaning;
  readonly receivedAt: Instant;
}

const refuse = ({ _tag }: WebhookRefusal): Response => (_tag === 'Unreadable' ? badRequest() : unauthorized());

/**
 * Handles one delivery: raw bytes under a limit, verification by the storefront's connector, one durable insert, then 200.
 * Nothing is processed within the request. A store that is down gives 503, so that the platform delivers again.
 */
const webhookHandler = (ports: WebPorts): ((request: Request, storefront: string) => Promise<Response>) => {
  const { connectorOf, clock, log, onEvent } = ports;
  const store = storeMeaning(ports);
  const logRefusal = refusalLog(ports);
  const limiter = bodyLimiter(clock);
  let paused = 0;

  const pause = async (): Promise<void> => {
    if (paused >= maxPaused) return;
    paused += 1;
    await clock.sleep(evictionPause)();
    paused -= 1;
  };

  /** A name that is not configured is a stranger's text: it is not logged. */
  const knownName = (storefront: string): string | null => (connectorOf(storefront) === undefined ? null : storefront);

  const bodyOf = async (request: Request, storefront: string): Promise<E.Either<BodyError, Uint8Array>> => {
    const eviction = new AbortController();
    const group = connectorOf(storefront) === undefined ? unknownStorefronts : storefront;
    const open = limiter.open({ storefront: group, client: clientOf(request) }, () => eviction.abort());
    try {
      const limits = { maxBytes, timeout: bodyTimeout, onArrived: open.arrived, evicted: eviction.signal };
      return await readBody(request, limits);
    } finally {
      open.close();
    }
  };

  const verify = async (request: Request, storefront: string): Promise<E.Either<Response, Verified>> => {
    const body = await bodyOf(request, storefront);
    if (E.isLeft(body)) {
      if (body.left === 'evicted') await pause();
      if (body.left === 'already read') logRefusal(knownName(storefront), bodyAlreadyReadMessage);
      return E.left(bodyRejected(body.left));
    }
    // Only after the body was read: the response must not show which names exist.
    const connector = connectorOf(storefront);
    if (connector === undefined) {
      logRefusal(null, unknownReason);
      return E.left(unauthorized());
    }
    const receivedAt = instantOfMilliseconds(clock.now());
    const headers: RawRequest['headers'] = Object.fromEntries(request.headers);
    const meaning = connector.receiveWebhook({ body: body.right, headers, receivedAt });
    if (E.isRight(meaning)) return E.right({ meaning: meaning.right, receivedAt });
    const { _tag, message } = meaning.left;
    logRefusal(storefront, message);
    onEvent({ type: 'webhook.refused', storefront, reason: _tag });
    // While its storefront cannot be opened, a delivery cannot be verified.
    return E.left(connector.platform === unknownPlatform ? retryLater() : refuse(meaning.left));
  };

  return async (request, storefront) => {
    if (!isJson(request)) {
      logRefusal(knownName(storefront), 'Its content type is not application/json, or its body is compressed.');
      return unsupportedType();
    }
    // What is stored holds ids only, so the body is freed while the store is busy.
    const verified = await verify(request, storefront);
    if (E.isLeft(verified)) return verified.left;
    const { meaning, receivedAt } = verified.right;
    const stored = await store(storefront, meaning, receivedAt)();
    if (E.isRight(stored)) return accepted();
    log.error(stored.left.message, { storefront });
    return retryLater();
  };
};

/** Milliseconds between two log lines for one reason: a flood of forgeries must not flood the log. */
const refusalLogInterval = 60_000;

/**
 * Logs lost deliveries with their number, at most once a minute for each storefront and reason. Names that are not configured
 * are null: there may be any number of them, and strangers wrote them, so they count as one and are not logged.
 */
const refusalLog = ({
  clock,
  log,
}: Pick<WebPorts, 'clock' | 'log'>): ((storefront: string | null, reason: string) => void) => {
  const logged = new Map<string, { readonly at: number; readonly since: number }>();
  return (storefront, reason) => {
    const now = clock.now();
    const key = `${storefront ?? ''} ${reason}`;
    const last = logged.get(key);
    if (last !== undefined && now >= last.at && now - last.at < refusalLogInterval) {
      logged.set(key, { at: last.at, since: last.since + 1 });
      return;
    }
    const named = storefront === null ? {} : { storefront };
    log.warn('Webhooks were refused.', { ...named, reason, count: 1 + (last?.since ?? 0) });
    logged.set(key, { at: now, since: 0 });
  };
};

/** The historical sync screen, loaded at its first request, so that hosts without it do not keep its pages in memory. */
export const lazyScreen = (ports: ScreenPorts): ((request: Request) => Promise<Response>) => {
  let loading: Promise<(request: Request) => Promise<Response>> | undefined;
  return async (request) => {
    loading ??= import('./screen/screen.ts').then(({ screen }) => screen(ports));
    return (await loading)(request);
  };
};
