/**
 * Decides what each HTTP answer of the service means: stored, already there, refused, absent, or a failure that leaves the
 * outcome open.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isCertificateCode } from '../domain/errors.ts';
import { isRecord } from '../domain/fields.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import type { PushReply, ServiceFailure, StoredTransaction } from '../domain/tax-service.ts';
import type { HttpAnswer, NoAnswer } from './request.ts';
import { saysError, showsTransaction, otherBodyOf } from './success-body.ts';
import { decodeTransaction, isDeleted } from './wire-transaction.ts';
import * as t from 'io-ts';

/** Some services write a byte order mark. */
export const parse = (text: string): O.Option<unknown> =>
  O.tryCatch(() => JSON.parse(withLongNumbersAsTexts(text.replace(/^\uFEFF/, ''))) as unknown);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const paymentRequired =
  'the Tax Nexus Service answered 402 (payment required). Your plan there, its quota or its trial is used up. Settle that with the service';

/**
 * What the answer to a POST means. A success status with a web page or an error in it is not a success. Where a success shows
 * nothing of the transaction, the pipeline may look for it at the service, by `otherBody`.
 *
 * @param sent the body that was sent, of which no message shows anything
 */
export const toPushReply = (now: number, wire: ServiceWire, sent: string, answer: HttpAnswer): PushReply => {
  const { status, body } = answer;
  const failure = failureOf(now, answer);
  if (failure !== undefined) return failure;
  if (isSuccess(status)) {
    if (isHtml(body)) return notOfInterface(status, 'web page');
    const parsed = parse(body);
    const stored = storedIn(wire, parsed);
    // Even if the body echoes the transaction: the pipeline then asks the service whether it holds it.
    if (saysError(parsed)) return notOfInterface(status, 'error');
    if (stored !== null && (showsTransaction(stored) || stored.id !== '')) return { _tag: 'Accepted', stored };
    return { _tag: 'Accepted', stored, otherBody: otherBodyOf(body, parsed) };
  }
  if (status === 409) {
    if (isHtml(body)) return { _tag: 'Exists', isWebPage: true };
    const named = storedIn(wire, parse(body))?.id ?? '';
    return named === '' ? { _tag: 'Exists' } : { _tag: 'Exists', named };
  }
  if (status === 402) return { _tag: 'Refused', message: paymentRequired, fingerprint: '402' };
  if (status === 404 || status === 410)
    return sent.includes('"parentId":') ? parentMissing(status) : endpointMissing(status);
  if (status < 400) return unclearFailure(`the Tax Nexus Service answered ${status}, which is not in its interface`);
  const reason = refusalText(body, sent);
  const message = `the Tax Nexus Service answered ${status}${reason === '' ? '' : ` (${reason})`}`;
  return { _tag: 'Refused', message, fingerprint: `${status} ${reason}` };
};

/** What the answer to `GET /transactions/{id}` means. It is absent only if the service clearly says so, or marks it as deleted. */
export const toFound =
  (now: number, wire: ServiceWire, id: string) =>
  (answer: HttpAnswer): E.Either<ServiceFailure, O.Option<StoredTransaction>> => {
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (deniesIt(answer)) return E.right(O.none);
    if (!isSuccess(answer.status)) {
      return E.left(unclearFailure(`the Tax Nexus Service answered ${answer.status} to a lookup`));
    }
    const parsed = parse(answer.body);
    if (O.isNone(parsed)) return E.left(unclearFailure('the Tax Nexus Service returned a body that is not JSON'));
    if (showsNone(parsed.value)) return E.right(O.none);
    const named = decodeTransaction(wire, parsed.value);
    const found = O.isSome(named) ? named : O.filter(showsTransaction)(decodeTransaction(wire, parsed.value, id));
    if (O.isNone(found))
      return E.left(unclearFailure('the Tax Nexus Service returned a body that is not a transaction'));
    return found.value.id.toLowerCase() === id.toLowerCase()
      ? E.right(isDeleted(found.value) ? O.none : found)
      : E.left(unclearFailure('the Tax Nexus Service returned a transaction of another id'));
  };

/** No whole answer: whether the request was carried out is unknown. */
export const noAnswer = ({ code }: NoAnswer): ServiceFailure => ({
  _tag: 'Unclear',
  message: `the Tax Nexus Service sent no complete response (${code})${adviceFor(code)}`,
});

export const unclearFailure = (message: string): ServiceFailure => ({ _tag: 'Unclear', message });

/**
 * RFC 9110 §5.6.7: a text that begins with the name of a day is a date in GMT. `Date.parse` alone would accept far more
 * texts.
 */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/**
 * What a status means on every endpoint alike; undefined when it depends on the endpoint. The service documents 200, 409 and
 * the paging of its list; the meaning of the others is our assumption.
 */
export const failureOf = (ours: number, { status, retryAfter, date }: HttpAnswer): ServiceFailure | undefined => {
  const theirs = date !== undefined && httpDate.test(date) ? Date.parse(date) : Number.NaN;
  // By our own clock, a wrong clock on either side would turn a minute into no wait at all, or into a quarter of an hour.
  const now = Number.isNaN(theirs) ? ours : theirs;
  if (status === 401 || status === 403) {
    return {
      _tag: 'CredentialsRefused',
      status,
      message: `the Tax Nexus Service refused the API key (${status}). Check service.apiKey and run again: everything pending is kept`,
    };
  }
  if (status === 408 || status === 425 || status === 429) {
    return { _tag: 'SlowDown', retryAfterMs: parseRetryAfter(now)(retryAfter) };
  }
  if (status >= 500) {
    const retryAfterMs = parseRetryAfter(now)(retryAfter);
    const message = `the Tax Nexus Service answered ${status}`;
    return retryAfterMs === null ? unclearFailure(message) : { _tag: 'Unclear', message, retryAfterMs };
  }
  if (status >= 300 && status < 400) return misdirected(status, 'a redirect to another address');
  if (status === 405 || status === 407 || status === 421) return misdirected(status, 'so this is not its endpoint');
  return undefined;
};

/** 404 and its like where the endpoint should be. */
export const endpointMissing = (status: number): ServiceFailure => misdirected(status, 'so this is not its endpoint');

/** The longest pause that the service can ask for, in milliseconds, because an error of its clock must not stop us for a year. */
export const maxRetryAfterMs = 15 * 60_000;

/**
 * The wait of a `Retry-After` header (RFC 9110 §10.2.3), in milliseconds; null when it is unusable. Seconds, or a date
 * relative to `now`; 0 for the past or negative values; at most 15 minutes.
 *
 * @example
 * parseRetryAfter(now)('120') // 120_000
 */
export const parseRetryAfter =
  (now: number) =>
  (header: string | undefined): number | null => {
    if (header === undefined) return null;
    const text = header.trim();
    if (/^[+-]?\d+(\.\d+)?$/.test(text)) return capped(Number(text) * 1000);
    if (!httpDate.test(text)) return null;
    // The oldest of the three forms (`Sun Nov  6 08:49:37 1994`) names no zone, and would be read in this machine's time zone.
    const at = Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text);
    return Number.isNaN(at) ? null : capped(at - now);
  };

/** A number with more digits than JavaScript keeps is an id. It stays exact as text, so that two ids never become one. */
const longNumber = /("\w+"\s*:\s*)(\d{16,})(?=\s*[,}])/g;

/** Nearly no answer has such a number, so a search without groups comes first. */
const withLongNumbersAsTexts = (text: string): string =>
  /:\s*\d{16}/.test(text) ? text.replaceAll(longNumber, '$1"$2"') : text;

const capped = (milliseconds: number): number => Math.min(Math.max(0, milliseconds), maxRetryAfterMs);

const misdirected = (status: number, what: string): ServiceFailure => ({
  _tag: 'Misdirected',
  status,
  message: `the Tax Nexus Service answered ${status}, ${what}. Check service.baseUrl. Nothing was followed, and pending transactions stay pending`,
});

/** Whether a proxy or a captive portal answered with a web page, and not the service. */
const isHtml = (body: string): boolean => body.trimStart().startsWith('<');

const notOfInterface = (status: number, answeredWith: 'web page' | 'error'): ServiceFailure => ({
  _tag: 'Unclear',
  answeredWith,
  message: `the Tax Nexus Service answered ${status} with ${answeredWith === 'web page' ? 'a web page' : 'an error in it'}`,
});

const storedIn = (wire: ServiceWire, parsed: O.Option<unknown>): StoredTransaction | null =>
  O.isNone(parsed) ? null : O.toNullable(decodeTransaction(wire, parsed.value, ''));

/** For a refund, 404 may be about its sale and not about the endpoint, so other transactions must not stop. */
const parentMissing = (status: number): PushReply => ({
  _tag: 'Refused',
  message: `the Tax Nexus Service answered ${status}: it may not hold the sale of this refund (parentId). Sync the day of the sale, then retry`,
  fingerprint: `${status} parentId`,
});

const ErrorBody = t.partial({
  code: t.unknown,
  issues: t.array(t.partial({ path: t.unknown })),
});

const maxPaths = 5;

/**
 * The part of a refusal's body that may be shown: its code, and the paths of the fields. Never its prose and never a
 * value, which may be an address. Empty when there is nothing to show.
 *
 * @param sent everything confidential that the service could echo: the body that was sent
 * @example
 * refusalText('{"code":"INVALID","issues":[{"path":["shipToAddress","zip"]}]}', body) // 'INVALID: shipToAddress.zip'
 */
const refusalText = (body: string, sent: string): string => {
  const parsed = O.toUndefined(parse(body));
  if (!ErrorBody.is(parsed)) return '';
  const code = codeOf(parsed.code, sent);
  const named = (parsed.issues ?? []).flatMap(({ path }) => (path == null ? [] : [pathOf(path, sent)]));
  const paths = [...new Set(named)].filter((path) => /\w/.test(path));
  return [code, paths.slice(0, maxPaths).join(', ')].filter((part) => part !== undefined && part !== '').join(': ');
};

/** A code consists of letters and does not occur in the sent body, so it is no city, name or key of ours. */
const codeOf = (code: unknown, sent: string): string | undefined =>
  typeof code === 'string' &&
  /^[A-Za-z][A-Za-z_.-]{2,39}$/.test(code) &&
  !sent.toLowerCase().includes(code.toLowerCase())
    ? code
    : undefined;

const pathOf = (path: unknown, sent: string): string =>
  partsOf(path)
    .map((part) => (isField(part, sent) || /^\d{1,4}$/.test(part) ? part : '…'))
    .slice(0, 6)
    .join('.');

const partsOf = (path: unknown): readonly string[] =>
  (Array.isArray(path) ? path.map(String) : String(path).split(/[./[\]]+/)).filter(
    (part) => part !== '' && part !== '$',
  );

/** The fields of the interface. Anything else could be a value that was echoed. */
const fields: ReadonlySet<string> = new Set(
  (
    'id name total subtotal discount shippingHandling currency lineItems transactedAt shipToAddress taxCollected ' +
    'recalculate entity purpose marketplace parentId quantity amount productName productSku ' +
    'line1 line2 city state zip country'
  ).split(' '),
);

/** A service may name its own fields: a name that does not occur in the sent body cannot be one of our values. */
const isField = (part: string, sent: string): boolean =>
  fields.has(part) || (/^[a-z][A-Za-z0-9_]{1,39}$/.test(part) && !sent.toLowerCase().includes(part.toLowerCase()));

/** Some services answer 400 or 422 about an id that they do not know. */
const deniesIt = ({ status, body }: HttpAnswer): boolean =>
  status === 404 ||
  status === 410 ||
  ((status === 400 || status === 422) && /not[\s_-]?found|does[\s_-]?not[\s_-]?exist|no[\s_-]?such/i.test(body));

/** A success with nothing in it: `null`, `{}`, `{"data": []}` and their like. */
const showsNone = (json: unknown): boolean =>
  isNothing(json) ||
  (isRecord(json) && json['id'] === undefined && ['data', 'transaction'].some((name) => isNothing(json[name])));

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** What to do about a failed connection that a retry does not repair. */
const adviceFor = (code: string): string => {
  if (isCertificateCode(code)) {
    return ': its certificate is not trusted. If it is signed by your own authority, set NODE_EXTRA_CA_CERTS to the file of that authority; otherwise have it renewed';
  }
  return code.startsWith('CONTENT_ENCODING_')
    ? ': it is compressed in a way that was not asked for. Have that switched off'
    : '';
};
