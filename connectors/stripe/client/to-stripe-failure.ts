/** Turns errors of Stripe's SDK into failures with a remedy, and rejects answers that are not Stripe's. */
import { isCertificateCode } from '../../../src/domain/errors.ts';
import { fieldOf } from '../../../src/domain/fields.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { StripeFailure } from '../errors.ts';
import { shownCode } from '../records/codec.ts';
import { permissionToRead } from './permissions.ts';

/** The fields of the SDK's errors that are read. The raw errors contain addresses and keys, and are not passed on. */
const VendorError = t.partial({
  type: t.string,
  rawType: t.string,
  statusCode: t.number,
  code: t.string,
  param: t.string,
  message: t.string,
  headers: t.UnknownRecord,
  detail: t.unknown,
});

type VendorError = t.TypeOf<typeof VendorError>;

/** Whether an account that was requested by its id is not connected to the platform, or does not exist. */
export const isOfNoAccount = (thrown: unknown): boolean => {
  const error = VendorError.decode(thrown);
  if (E.isLeft(error)) return false;
  const { statusCode, message = '' } = error.right;
  return statusCode === 404 || (statusCode === 403 && deniesAccount(message));
};

/** Maps an error that was thrown while reading `what`. No part of its raw form is kept: it may contain customer data. */
export const toStripeFailure =
  (what: string) =>
  (thrown: unknown): StripeFailure => {
    const decoded = VendorError.decode(thrown);
    const error: VendorError = E.isRight(decoded) ? decoded.right : {};
    const status = error.statusCode;
    if (error.code === 'secret_key_required') {
      const message = 'Stripe refuses the key: it is a publishable key; configure a restricted key (rk_live_…)';
      return { _tag: 'SourceCredentialsRefused', message };
    }
    if (status === 401) {
      const message =
        error.code === 'api_key_expired'
          ? 'Stripe refuses the key: it has expired, because it was rolled; create a restricted key, and configure that'
          : 'Stripe refuses the key: it is wrong, expired or was rolled; configure a key that works';
      return { _tag: 'SourceCredentialsRefused', message };
    }
    if (status === 403) return refusedAccess(what, error);
    if (status === 429 || error.code === 'lock_timeout' || error.code === 'rate_limit') {
      const why = error.code === 'lock_timeout' ? 'an object is in use by another request' : 'too many requests';
      return {
        _tag: 'SourceThrottled',
        message: `Stripe asks to read ${what} later: ${why}`,
        retryAfterMs: retryAfterMs(error.headers),
      };
    }
    // A proxy's 404 or 400 has no error of Stripe's in it, and says nothing about the object.
    const isOfStripe = error.code !== undefined || error.rawType !== undefined;
    if (status === 404 && isOfStripe) return { _tag: 'NoSuchObject', message: `Stripe has no such ${what}` };
    if (status === 400 && error.param === 'starting_after') {
      return {
        _tag: 'LostPlace',
        message: `Stripe no longer has the record at which the list of ${what} was to continue`,
      };
    }
    if (status === 400 && (error.param?.startsWith('expand') === true || /expand/i.test(error.message ?? ''))) {
      return { _tag: 'RefusedExpansion', message: `Stripe does not allow an expansion of ${what}` };
    }
    if (status !== undefined && status < 500 && isOfStripe) {
      const code = error.code === undefined ? (error.type ?? 'no code') : shownCode(error.code);
      return { _tag: 'SourceRefused', message: `Stripe refuses to read ${what} (${status}, ${code})` };
    }
    const cause = status === undefined ? codeIn(error.detail) : `HTTP ${status}`;
    return noAnswer(what, cause);
  };

/**
 * Accepts an answer only with a status of success. The SDK looks for an `error` in the body and not at the status, so a gateway
 * that answers 502 with its own body would pass as an object or as an empty list.
 */
export const wholeAnswer =
  (what: string) =>
  <A>(answer: A): E.Either<StripeFailure, A> => {
    const status = typeof answer === 'object' && answer !== null ? statusOf(answer) : 0;
    return status >= 200 && status < 300
      ? E.right(answer)
      : E.left(noAnswer(what, status === 0 ? 'no object' : `HTTP ${status}`));
  };

/** Accepts only a whole list: a truncated answer is not an empty list, and a list that continues has items. */
export const wholeList =
  (what: string) =>
  <A extends { readonly data: unknown; readonly has_more: unknown }>(answer: A): E.Either<StripeFailure, A> => {
    const { data, has_more: hasMore } = answer;
    if (Array.isArray(data) && typeof hasMore === 'boolean' && (data.length > 0 || !hasMore)) return E.right(answer);
    const message = `Stripe returned no list while reading ${what}`;
    return E.left({ _tag: 'SourceUnreachable', message, cause: 'no list' });
  };

/** Whether an error says that the key has no access to an account, which may not exist. */
const deniesAccount = (message: string): boolean =>
  /does not have access to account|access may have been revoked/i.test(message);

const refusedAccess = (what: string, { message = '' }: VendorError): StripeFailure => {
  const named = /rak_[a-z0-9_]+/.exec(message)?.[0];
  if (named === undefined && deniesAccount(message)) {
    const advice = 'check the account in the settings, and that its owner still grants access';
    return { _tag: 'SourceCredentialsRefused', message: `Stripe denies the key access to the account; ${advice}` };
  }
  const permission = named ?? permissionToRead(what);
  const advice = `grant the restricted key the permission ${permission} in Stripe's dashboard, under Developers, API keys`;
  return { _tag: 'MissingPermission', message: `the key may not read ${what}; ${advice}` };
};

const retryAfterMs = (headers: VendorError['headers']): number | null => {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
};

const codeIn = (detail: unknown): string => {
  const code = fieldOf(detail, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : 'no usable response';
};

const noAnswer = (what: string, cause: string): StripeFailure => ({
  _tag: 'SourceUnreachable',
  message: isCertificateCode(cause)
    ? `the certificate of the connection to Stripe is not trusted (${cause}); check the proxy and the clock of this machine`
    : `Stripe did not answer while reading ${what} (${cause})`,
  cause,
});

const statusOf = (answer: object): number => {
  const status = fieldOf(fieldOf(answer, 'lastResponse'), 'statusCode');
  return typeof status === 'number' ? status : 200;
};
