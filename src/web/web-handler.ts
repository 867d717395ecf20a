/**
 * The one handler behind every adapter: verifies and stores webhooks, reports health, and passes on to the screen and the API.
 */
import { unknownPlatform } from '../mapping/identity.ts';
import * as E from 'fp-ts/lib/Either.js';
import { keepSuccess } from '../domain/async.ts';
import { type Context, Hono } from 'hono';
import { type Instant, instantOfMilliseconds } from '../domain/instant.ts';
import type { RawRequest, SourceConnector, WebhookMeaning, WebhookRefusal } from '../mapping/source-connector.ts';
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
import { problem } from './api/problem.ts';
import { bodyLimiter } from './body-limiter.ts';
import { bodyAlreadyReadMessage, clientOf } from './host-request.ts';
import { type BodyError, readBody } from './read-body.ts';
import { routeOf } from './route.ts';
import { storeMeaning } from './store-meaning.ts';
import type { Addressees, WebPorts } from './web-ports.ts';
import type { ScreenPorts } from './screen/screen-ports.ts';

const apiIsOff = 'This app has no HTTP API: its option authorize is not set.';

/** Characters of a request's address with its query: the limit of common servers. Checked first. */
const maxAddress = 8_192;

/**
 * From a standard `Request` to a standard `Response`. It never rejects.
 *
 * - `POST …/webhooks/<storefront>`: 200 once the delivery is durable
 * - `POST …/webhooks/<platform>`: the same, for all storefronts of a platform
 * - `GET …/health`: 200 while the process runs
 * - `GET …/ready`: 200 when deliveries can be stored, 503 otherwise
 * - `…/screen`: the screen; 404 without one
 * - `…/api/v1`: the HTTP API; 404 without a screen
 * - any address of more than 8,192 characters: 414
 */
export const webHandler = (
  ports: WebPorts,
  pages: Pick<ScreenAndApi, 'screen' | 'api'> | null = null,
): ((request: Request) => Promise<Response>) => {
  const webhook = webhookHandler(ports);
  const app = new Hono({ getPath: ownPath })
    .post('/webhooks/:name', (context) => webhook(context.req.raw, context.req.param('name')))
    .all('/webhooks/:name', () => methodNotAllowed('POST'))
    .get('/health', () => healthStatus('live'))
    .get('/ready', async () => healthStatus((await ports.isReady()) ? 'ready' : 'not ready'))
    .all('/screen', ({ req }) => pages?.screen(req.raw) ?? notFound())
    .all('/api', ({ req }) => pages?.api(req.raw) ?? problem('NOT_FOUND', apiIsOff))
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

type HandleRequest = (request: Request) => Promise<Response>;

/** The screen and the HTTP API. */
export interface ScreenAndApi {
  readonly screen: HandleRequest;
  readonly api: HandleRequest;
  /** Loads the screen ahead of its first request. */
  readonly load: () => Promise<unknown>;
}

/**
 * Each is loaded when it is first used, so that hosts without them do not keep their code in memory. A failed load is tried
 * again.
 */
export const lazyScreenAndApi = (ports: ScreenPorts): ScreenAndApi => {
  const screen = keepSuccess(async () => (await import('./screen/screen.ts')).screen(ports));
  const api = keepSuccess(async () => (await import('./api/api.ts')).api(ports));
  return {
    screen: async (request) => (await screen())(request),
    api: async (request) => (await api())(request),
    load: screen,
  };
};

/** How many senders wait for `evictionPause` at the same time. Others get their response at once. */
const maxPaused = 1_024;

/**
 * Milliseconds before the sender of an evicted body gets its response, because an immediate response would make it retry at once.
 */
const evictionPause = 5_000;

type Delivery = Pick<RawRequest, 'headers' | 'body'>;

/** Large enough for an order of 600 lines, repeated in its fulfillments and refunds; small enough for many bodies at once. */
const maxBytes = 4 * 1024 * 1024;

/** Milliseconds; platforms themselves give up after 5 to 20 seconds. */
const bodyTimeout = 10_000;

const unknownReason =
  'No storefront has this name, or the shop or account of the delivery. Compare the webhook address at the platform with your storefronts.';

interface Verified {
  readonly storefront: string;
  readonly meaning: WebhookMeaning;
  readonly receivedAt: Instant;
}

const nothing = new Uint8Array();

/** Cannot be the name of a storefront, because names contain no spaces. */
const unknownStorefronts = 'unknown storefronts';

interface Refusal extends WebhookRefusal {
  readonly storefront: string;
  readonly connector: SourceConnector;
}

/**
 * Handles one delivery: raw bytes under a limit, verification by the storefront's connector, one durable insert, then 200. The
 * record itself is read later, by the live worker. A store that is down gives 503, so that the platform delivers again. The
 * address ends in the name of a storefront, or of a platform whose storefronts share it; the name of a storefront comes first.
 */
const webhookHandler = (ports: WebPorts): ((request: Request, name: string) => Promise<Response>) => {
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

  const addresseesOf = (name: string, delivery: Delivery): Addressees =>
    connectorOf(name) === undefined
      ? (ports.addressees(name, delivery) ?? { account: name, storefronts: [], others: [] })
      : { account: name, storefronts: [name], others: [] };

  const bodyOf = async (request: Request, group: string): Promise<E.Either<BodyError, Uint8Array>> => {
    const eviction = new AbortController();
    const open = limiter.open({ storefront: group, client: clientOf(request) }, () => eviction.abort());
    try {
      const limits = { maxBytes, timeout: bodyTimeout, onArrived: open.arrived, evicted: eviction.signal };
      return await readBody(request, limits);
    } finally {
      open.close();
    }
  };

  /** A genuine delivery about an account without a storefront gets 200: Stripe turns off endpoints that refuse too many. */
  const refuseUnknown = (request: RawRequest, others: readonly string[]): Response => {
    const isGenuine = others.some((storefront) => {
      const meaning = connectorOf(storefront)?.receiveWebhook(request);
      return meaning !== undefined && E.isRight(meaning) && meaning.right._tag === 'Irrelevant';
    });
    if (isGenuine) return accepted();
    logRefusal(null, unknownReason);
    return unauthorized();
  };

  const verify = async (request: Request, name: string): Promise<E.Either<Response, Verified>> => {
    const headers: RawRequest['headers'] = Object.fromEntries(request.headers);
    const named = addresseesOf(name, { headers, body: nothing });
    // Any other name is text from a stranger, so it is not logged.
    const known = named.account === null ? null : (named.storefronts[0] ?? null);
    if (!isReadable(request)) {
      logRefusal(
        known,
        'Its content type is neither application/json nor application/x-www-form-urlencoded, or its body is compressed.',
      );
      return E.left(unsupportedType());
    }
    // Deliveries that name their account in the body (Stripe) form one group until the body has arrived.
    const body = await bodyOf(
      request,
      named.account === null ? `deliveries to ${name}` : (known ?? unknownStorefronts),
    );
    if (E.isLeft(body)) {
      if (body.left === 'evicted') await pause();
      if (body.left === 'already read') logRefusal(known, bodyAlreadyReadMessage);
      return E.left(bodyRejected(body.left));
    }
    const receivedAt = instantOfMilliseconds(clock.now());
    const delivery: RawRequest = { body: body.right, headers, receivedAt };
    // Checked only after the body was read, so that the response does not show which names exist.
    const { storefronts, others } = addresseesOf(name, delivery);
    const refusals: Refusal[] = [];
    for (const storefront of storefronts) {
      const connector = connectorOf(storefront);
      if (connector === undefined) continue;
      const meaning = connector.receiveWebhook(delivery);
      if (E.isRight(meaning)) return E.right({ storefront, meaning: meaning.right, receivedAt });
      refusals.push({ ...meaning.left, storefront, connector });
    }
    if (refusals.length === 0) {
      const unlisted = await ports.receiveUnlisted(name, delivery);
      if (unlisted._tag === 'Received') return E.right({ ...unlisted, receivedAt });
      return E.left(unlisted._tag === 'Unavailable' ? retryLater() : refuseUnknown(delivery, others));
    }
    for (const { _tag, message, storefront } of refusals) {
      logRefusal(storefront, message);
      onEvent({ type: 'webhook.refused', storefront, reason: _tag });
    }
    return E.left(refuse(refusals));
  };

  return async (request, name) => {
    // Only ids are stored, so the body is freed while the store is busy.
    const verified = await verify(request, name);
    if (E.isLeft(verified)) return verified.left;
    const { storefront, meaning, receivedAt } = verified.right;
    const stored = await store(storefront, meaning, receivedAt)();
    if (E.isRight(stored)) return accepted();
    log.error(stored.left.message, { storefront });
    return retryLater();
  };
};

/** Milliseconds between two log lines for one reason, so that forged deliveries cannot flood the log. */
const refusalLogInterval = 60_000;

/**
 * Logs refused deliveries with their number, at most once a minute for each storefront and reason, and once more after the last.
 * Names that are not configured are null: strangers wrote them in any number, so they count as one and are not logged.
 */
const refusalLog = ({
  later,
  log,
}: Pick<WebPorts, 'later' | 'log'>): ((storefront: string | null, reason: string) => void) => {
  /** How many refusals were not logged since the last line, by storefront and reason. */
  const waiting = new Map<string, number>();
  const logged = (storefront: string | null, reason: string, count: number): void => {
    log.warn('Webhooks were refused.', { ...(storefront !== null && { storefront }), reason, count });
    const key = `${storefront ?? ''} ${reason}`;
    waiting.set(key, 0);
    later(refusalLogInterval, () => {
      const more = waiting.get(key) ?? 0;
      waiting.delete(key);
      if (more > 0) logged(storefront, reason, more);
    });
  };
  return (storefront, reason) => {
    const key = `${storefront ?? ''} ${reason}`;
    const before = waiting.get(key);
    if (before === undefined) logged(storefront, reason, 1);
    else waiting.set(key, before + 1);
  };
};

/** Some platforms (WooCommerce) announce a webhook by a form. Only the signature decides whether a delivery is genuine. */
const types: ReadonlySet<string> = new Set(['application/json', 'application/x-www-form-urlencoded']);

const isReadable = (request: Request): boolean => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return types.has(type.trim().toLowerCase()) && encoding === 'identity';
};

/** Without an open storefront, a delivery cannot be verified, so the platform retries. */
const refuse = (refusals: readonly Refusal[]): Response => {
  if (refusals.some(({ connector: { platform } }) => platform === unknownPlatform)) return retryLater();
  return refusals.some(({ _tag }) => _tag === 'Unreadable') ? badRequest() : unauthorized();
};

/** The path below the mount path. */
const ownPath = (request: Request): string => {
  const route = routeOf(new URL(request.url).pathname);
  if (route === undefined) return '/';
  if (route.kind === 'screen' || route.kind === 'api') return `/${route.kind}`;
  return route.kind === 'webhook' ? `/webhooks/${route.name}` : `/${route.kind}`;
};
