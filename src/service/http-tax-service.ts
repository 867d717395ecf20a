import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PushReply, ServiceFailure, TaxService } from '../domain/tax-service.ts';
import { gotTransport } from './got-transport.ts';
import type { HttpTaxServiceSettings } from './settings.ts';
import { noAnswer, toFound, toPage, toPushReply } from './response.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import { findRequest, listRequest, pushRequest, type Transport } from './request.ts';
import { encodeBody } from './wire-transaction.ts';

/** An address that must not be asked is asked nothing. */
const nowhere = (problem: string): TaxService => {
  const failure: ServiceFailure = { _tag: 'Misdirected', message: `${problem}; nothing was sent` };
  return { list: () => TE.left(failure), find: () => TE.left(failure), push: () => () => Promise.resolve(failure) };
};

/**
 * The Tax Nexus Service over HTTP. Each call is one request: it waits for no pace, repeats nothing, and never rejects.
 * Failures are those of `ServiceFailure`; none of them carries the key, an address, or the HTTP client's own error.
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

/** The way to the service, its address as `serviceAddress` gives it, and the time (milliseconds since 1970). */
interface TaxServiceWay {
  readonly send: Transport;
  readonly address: string;
  readonly now: () => number;
  /** Default: the wire as the interface describes it. */
  readonly wire?: ServiceWire;
}

const encoded = (wire: ServiceWire, body: string): E.Either<PushReply, string> =>
  E.tryCatch(
    () => encodeBody(wire, body),
    () => ({
      _tag: 'Refused',
      message: 'service.wire.encode failed on this transaction, so that it was not sent',
      fingerprint: 'encode',
    }),
  );

/** The Tax Nexus Service over any transport. Each call is one request, and never rejects. */
export const taxServiceOverTransport = ({ send, address, now, wire = {} }: TaxServiceWay): TaxService => ({
  list: (cursor) => async () => {
    const answer = await send(listRequest(address, cursor));
    return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toPage(now(), wire, cursor)(answer.right);
  },
  find: (id) => async () => {
    const answer = await send(findRequest(address, id));
    return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toFound(now(), wire, id)(answer.right);
  },
  push: (frozen, begin) => async () => {
    const body = encoded(wire, frozen);
    if (E.isLeft(body)) return body.left;
    if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
    const answer = await send(pushRequest(address, body.right));
    return E.isLeft(answer) ? noAnswer(answer.left) : toPushReply(now(), wire, body.right)(answer.right);
  },
});

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * Checks the service's address and gives it without a slash at its end. Left is a sentence for the person who set it: it
 * must be a URL, encrypted unless it is this machine, and carry no password, query or fragment.
 *
 * @example
 * serviceAddress('http://127.0.0.1:4010/') // right('http://127.0.0.1:4010')
 */
const serviceAddress = (baseUrl: string): E.Either<string, string> => {
  const url = parse(baseUrl);
  if (url === undefined) return E.left('the address of the service (baseUrl) is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.has(url.hostname))) {
    return E.left('the address of the service (baseUrl) must begin with https://; http:// is for this machine only');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return E.left('the address of the service (baseUrl) must have no user, password, query or fragment in it');
  }
  return E.right(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
};
