/**
 * The client of the Tax Nexus Service: turns each call into one HTTP request and its answer into a typed reply. Pace and
 * retries are not done here.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { notEncoded, type PushReply, type ServiceFailure, type TaxService } from '../domain/tax-service.ts';
import { type ReadPage, toPage } from './list-response.ts';
import { noAnswer, toFound, toPushReply } from './response.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import { type HttpAnswer, type HttpRequest, serviceAddress, type Transport } from './request.ts';
import { encodeBody } from './wire-transaction.ts';
import { gotTransport, type TransportSettings } from './transport.ts';

/** Where the Tax Nexus Service is and who asks. */
export interface HttpTaxServiceSettings extends TransportSettings {
  /** How the service differs on the wire; default: in nothing. */
  readonly wire?: ServiceWire;
  /** Milliseconds since 1970, for a `Retry-After` that is a date, in an answer without one. Default: the machine's clock. */
  readonly now?: () => number;
}

/**
 * The Tax Nexus Service over HTTP. Each call is one request: it does not wait, does not retry, and never rejects. Failures
 * are those of `ServiceFailure`; none of them carries the key, an address, or the HTTP client's own error.
 *
 * @example
 * const service = httpTaxService({ baseUrl: 'https://api.example.com/v1', apiKey: secret(key) });
 * const reply = await service.push(body)(); // { _tag: 'Accepted', stored: … }
 */
export const httpTaxService = (settings: HttpTaxServiceSettings): TaxService => {
  const address = serviceAddress(settings.baseUrl);
  if (E.isLeft(address)) return nowhere(address.left);
  return taxServiceOverTransport({
    send: gotTransport(settings),
    address: address.right,
    now: settings.now ?? Date.now,
    wire: settings.wire ?? {},
  });
};

/** The transport, the address from `serviceAddress`, and the time (milliseconds since 1970). */
interface TaxServiceWay {
  readonly send: Transport;
  readonly address: string;
  readonly now: () => number;
  /** Default: the wire as the interface describes it. */
  readonly wire?: ServiceWire;
}

/** The largest page that the service returns. */
const maxLimit = 100;

/** The Tax Nexus Service over any transport. Each call but `correct` is one request, and one more of the list where its pages are smaller; none rejects. */
export const taxServiceOverTransport = (way: TaxServiceWay): TaxService => {
  const { send, address, now, wire = {} } = way;
  /** The page size that the service accepts, as far as its refusals have shown. */
  let limit = maxLimit;
  /** Whether a page has shown that the field for the cursor is the one that the service uses. */
  let isCursorKnown = false;
  const service: TaxService = {
    // Every parameter but the cursor stays the same from page to page.
    list: (cursor) => async () => {
      const ask = async (size: number): Promise<E.Either<ServiceFailure, HttpAnswer>> => {
        const from = O.isSome(cursor) ? `&cursor=${encodeURIComponent(cursor.value)}` : '';
        const answer = await send({ method: 'GET', url: `${address}/transactions?limit=${size}${from}` });
        return E.mapLeft(noAnswer)(answer);
      };
      const toPageOf = (size: number): ((answer: HttpAnswer) => ReadPage) => toPage(now(), wire, cursor, size);
      for (;;) {
        const asked = limit;
        const answer = E.flatMap(toPageOf(asked))(await ask(asked));
        if (E.isLeft(answer)) return answer;
        if (answer.right === 'smaller') {
          limit = Math.min(limit, smallerThan(asked));
          continue;
        }
        const { page, rows, namesNext } = answer.right;
        isCursorKnown ||= namesNext;
        if (isCursorKnown || O.isSome(cursor) || rows < 2) return E.right(page);
        // The service may give fewer rows than asked for, and name the next page in a way that is not read: a full page shows that.
        const again = await ask(rows - 1);
        if (E.isLeft(again)) return E.right(page);
        const anySize = toPageOf(Infinity)(again.right);
        const hasNoLimit = E.isRight(anySize) && anySize.right !== 'smaller' && anySize.right.rows >= rows;
        const full = hasNoLimit ? anySize : toPageOf(rows - 1)(again.right);
        if (E.isLeft(full) && full.left._tag === 'Misdirected') return full;
        isCursorKnown = E.isRight(full);
        return E.right(page);
      }
    },
    find: (id) => async () => {
      const answer = await send({ method: 'GET', url: urlOf(address, id) });
      return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toFound(now(), wire, id)(answer.right);
    },
    push: (frozen, begin) => async () => {
      const body = encoded(wire, frozen);
      if (E.isLeft(body)) return body.left;
      if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
      return replyTo(way, { method: 'POST', url: `${address}/transactions`, body: body.right }, body.right);
    },
  };
  if (wire.corrections === undefined) return service;
  const corrected = { ...service, correct: correctBy(wire.corrections, way, service) };
  return wire.corrections === 'DELETE' ? { ...corrected, remove: (id) => () => remove(way, id, '') } : corrected;
};

/** A service that answers each call with a failure, for an address that must not be asked. */
const nowhere = (problem: string): TaxService => {
  const failure: ServiceFailure = { _tag: 'Misdirected', message: `${problem}; nothing was sent` };
  return { list: () => TE.left(failure), find: () => TE.left(failure), push: () => () => Promise.resolve(failure) };
};

/** Page sizes that a service may accept where it refuses a larger one. */
const smallerThan = (limit: number): number => [50, 25, 20, 10, 5].find((size) => size < limit) ?? 1;

const urlOf = (address: string, id: string): string => `${address}/transactions/${encodeURIComponent(id)}`;

const encoded = (wire: ServiceWire, body: string): E.Either<PushReply, string> =>
  E.tryCatch(
    () => encodeBody(wire, body),
    () => ({
      _tag: 'Refused',
      message:
        'service.wire.encode failed on this transaction, or returned nothing that names a sale; nothing was sent',
      fingerprint: notEncoded,
    }),
  );

/** The reply to a request that writes. `sent`: the body that none of a reply's messages may show. */
const replyTo = async (
  { send, now, wire = {} }: TaxServiceWay,
  request: HttpRequest,
  sent: string,
  ownMeaning: (answer: HttpAnswer) => PushReply | undefined = () => undefined,
): Promise<PushReply> => {
  const answer = await send(request);
  if (E.isLeft(answer)) return noAnswer(answer.left);
  return ownMeaning(answer.right) ?? toPushReply(now(), wire, sent, answer.right);
};

const correctBy =
  (
    method: NonNullable<ServiceWire['corrections']>,
    way: TaxServiceWay,
    { push }: Pick<TaxService, 'push'>,
  ): NonNullable<TaxService['correct']> =>
  (remoteId, frozen) =>
  async () => {
    const body = encoded(way.wire ?? {}, frozen);
    if (E.isLeft(body)) return body.left;
    if (remoteId === null) {
      const reply = await push(frozen)();
      return reply._tag === 'Exists' ? afterDeletion(reply) : reply;
    }
    if (method !== 'DELETE') {
      const url = urlOf(way.address, remoteId);
      return replyTo(way, { method, url, body: body.right }, body.right, ofChange(method));
    }
    const deleted = await remove(way, remoteId, body.right);
    return deleted._tag === 'Accepted' ? afterDeletion(await push(frozen)()) : deleted;
  };

/**
 * The reply to the push after a deletion. If that push did not arrive, the service holds neither the old nor the new
 * transaction.
 */
const afterDeletion = (reply: PushReply): PushReply => {
  if (reply._tag === 'Exists' && reply.isWebPage !== true) {
    const message =
      'The service does not hold it any more, and answers 409 to a new one: it keeps the id or the name of what was deleted. Restore it at the service, or ask its support.';
    return { _tag: 'Refused', message, fingerprint: '409' };
  }
  if (reply._tag === 'Refused')
    return { ...reply, message: `The service deleted it, and refuses the new one: ${reply.message}` };
  if (reply._tag === 'Accepted' || reply._tag === 'Unclear') return reply;
  const why = 'message' in reply ? `: ${reply.message}` : '';
  return { _tag: 'Unclear', message: `The service deleted it, and does not hold the new one yet${why}` };
};

/** The meaning of statuses that only a change of a stored transaction gets. */
const ofChange =
  (method: 'PUT' | 'PATCH' | 'DELETE') =>
  (answer: HttpAnswer): PushReply | undefined => {
    const { status } = answer;
    if (method === 'DELETE' && isGone(answer)) return { _tag: 'Accepted', stored: null };
    if (!isGone(answer) && status !== 405 && status !== 501) return undefined;
    const message = `the Tax Nexus Service answered ${status} to ${method}. It no longer holds the transaction, or changes none in this way: check service.wire.corrections. Nothing was changed.`;
    return { _tag: 'Misdirected', message };
  };

const isGone = ({ status }: HttpAnswer): boolean => status === 404 || status === 410;

/** @param sent the body that none of the reply's messages may show */
const remove = (way: TaxServiceWay, remoteId: string, sent: string): Promise<PushReply> =>
  replyTo(way, { method: 'DELETE', url: urlOf(way.address, remoteId) }, sent, ofChange('DELETE'));
