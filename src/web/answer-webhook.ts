import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../core/instant.ts';
import type { RawRequest, WebhookRefusal } from '../mapping/source-connector.ts';
import { unknownPlatform } from '../mapping/unknown-platform.ts';
import { comeAgain, noBody, notFound, taken, unreadable, unverified, wrongType } from './answers.ts';
import { readBody } from './read-body.ts';
import { refusalLog } from './refusal-log.ts';
import { spoiledMessage } from './spoiled-message.ts';
import { storeMeaning } from './store-meaning.ts';
import type { WebPorts } from './web-ports.ts';

/** An order of six hundred lines, each told again in its fulfillments and refunds, and small enough for many at once. */
const largestBody = 4 * 1024 * 1024;
/** Milliseconds; platforms themselves give up after five to twenty seconds. */
const longestBody = 10_000;
/** Bytes of all deliveries that are read at the same time: the bound of what strangers can make us hold. */
const mostAtOnce = 128 * 1024 * 1024;

/** What a delivery may come to; without an announced length, or with one that is none, as much as any may. */
const weightOf = (request: Request): number => {
  const announced = Number(request.headers.get('content-length') ?? largestBody);
  return announced >= 0 ? Math.min(announced, largestBody) : largestBody;
};

const isJson = (request: Request): boolean => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return type.trim().toLowerCase() === 'application/json' && encoding === 'identity';
};

const refuse = ({ _tag }: WebhookRefusal): Response => (_tag === 'Unreadable' ? unreadable() : unverified());

/**
 * Answers one delivery: raw bytes under a cap, verification by the storefront's connector, one durable insert, and then 200.
 * Nothing is processed inside of the request; a store that is down is answered 503, so that the platform comes again.
 */
export const answerWebhook = (ports: WebPorts): ((request: Request, storefront: string) => Promise<Response>) => {
  const { connectorOf, clock, log, onEvent } = ports;
  const store = storeMeaning(ports);
  const noteRefusal = refusalLog(ports);
  let atOnce = 0;

  const answer = async (request: Request, storefront: string): Promise<Response> => {
    const connector = connectorOf(storefront);
    if (connector === undefined) return notFound();
    if (!isJson(request)) return wrongType();
    const body = await readBody(request, { most: largestBody, longest: longestBody });
    if (E.isLeft(body)) {
      if (body.left === 'spoiled') log.error(spoiledMessage, { storefront });
      return noBody(body.left);
    }
    const receivedAt = instantOfMilliseconds(clock.now());
    const headers: RawRequest['headers'] = Object.fromEntries(request.headers);
    const meaning = connector.receiveWebhook({ body: body.right, headers, receivedAt });
    if (E.isLeft(meaning)) {
      const { _tag, message } = meaning.left;
      noteRefusal(storefront, message);
      onEvent({ type: 'webhook.refused', storefront, reason: _tag });
      // Nothing of the delivery is at fault while its storefront cannot be opened.
      return connector.platform === unknownPlatform ? comeAgain() : refuse(meaning.left);
    }
    const stored = await store(storefront, meaning.right, receivedAt)();
    if (E.isRight(stored)) return taken();
    log.error(stored.left.message, { storefront });
    return comeAgain();
  };

  return async (request, storefront) => {
    const weight = weightOf(request);
    if (atOnce + weight > mostAtOnce) return comeAgain();
    atOnce += weight;
    try {
      return await answer(request, storefront);
    } finally {
      atOnce -= weight;
    }
  };
};
