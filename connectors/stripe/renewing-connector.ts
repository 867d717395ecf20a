/**
 * Connects a Stripe account whose key expires: gets the next key in time, and repeats a read that Stripe refused with the old
 * one.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../src/domain/errors.ts';
import { secretProblem } from '../../src/domain/recognized-secret.ts';
import { type Lock, processLock } from '../../src/domain/async.ts';
import { type Secret, secret } from '../../src/domain/secret.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { earlyByMs, isTokenFailure } from '../../src/mapping/token-failure.ts';
import { stripeConnector, type StripeConnector } from './connector.ts';
import type { KeyFunction } from './options.ts';
import type { StripeSettings } from './settings.ts';
import { receiveVerified, receiveWebhook } from './webhooks/receive-webhook.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';
import type { Home } from './webhooks/webhook-meaning.ts';

interface Key {
  readonly value: Secret;
  /** Milliseconds since 1970. */
  readonly usableUntil: number;
}

/** The fixed key, or the key that a function returns; `refused`: the key of that function that Stripe has refused. */
export const keyOf = (
  secretKey: string | KeyFunction,
  refused: Secret | undefined,
  exclusively: Lock,
): Promise<E.Either<SourceError, Key>> =>
  typeof secretKey === 'function'
    ? callHost(secretKey, refused, exclusively)
    : Promise.resolve(E.right({ value: secret(secretKey), usableUntil: Number.POSITIVE_INFINITY }));

/** A key and the connector that reads with it. */
interface Opened extends Key {
  readonly connector: StripeConnector;
}

/**
 * The function is called when a key is first needed, five minutes before it expires, and once after Stripe refuses it. A refused
 * read is then repeated once with the new key. Requests share a call.
 */
export const renewingConnector = (
  give: KeyFunction,
  settings: Omit<StripeSettings, 'secretKey'>,
  exclusively: Lock = processLock,
): SourceConnector => {
  let opened: Opened | undefined;
  let stale: Secret | undefined;
  let opening: Promise<E.Either<SourceError, Opened>> | undefined;

  const openNow = async (): Promise<E.Either<SourceError, Opened>> => {
    const key = await callHost(give, stale, exclusively);
    opening = undefined;
    if (E.isLeft(key)) return key;
    stale = undefined;
    const { value, usableUntil } = key.right;
    opened =
      opened?.value.reveal() === value.reveal()
        ? { ...opened, usableUntil }
        : { value, usableUntil, connector: stripeConnector({ ...settings, secretKey: value }) };
    return E.right(opened);
  };

  const current = (): Promise<E.Either<SourceError, Opened>> => {
    if (opened !== undefined && stale === undefined && settings.clock.now() < opened.usableUntil) {
      return Promise.resolve(E.right(opened));
    }
    opening ??= openNow();
    return opening;
  };

  const through =
    <A>(use: (opened: Opened) => TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
    async () => {
      const first = await current();
      if (E.isLeft(first)) return first;
      const answer = await use(first.right)();
      if (E.isRight(answer) || answer.left._tag !== 'SourceCredentialsRefused') return answer;
      // Another request may have renewed it already.
      if (opened?.value === first.right.value) stale = opened.value;
      const second = await current();
      if (E.isLeft(second)) return second;
      return second.right.value === first.right.value ? answer : use(second.right)();
    };

  const subscriptions = ({ value }: Opened): ReturnType<typeof subscriptionsOf> =>
    subscriptionsOf({ ...settings, secretKey: value });

  // Before the key is known, its mode and account are unknown; the record is then read with the key, or not found.
  const home = (): Home => ({ mode: null, account: settings.account, own: null });
  const [receiveUnopened, receiveVerifiedUnopened] = [receiveWebhook({ ...settings, home }), receiveVerified(home)];

  return {
    platform: 'stripe',
    check: through(({ connector }) => connector.check),
    account: through(({ connector }) => connector.account),
    windows: (range) => through(({ connector }) => connector.windows(range)),
    changes: (interval, happenedBefore, besides) =>
      through(({ connector }) => connector.changes(interval, happenedBefore, besides)),
    readPage: (window, from) => through(({ connector }) => connector.readPage(window, from)),
    readRecord: (id) => through(({ connector }) => connector.readRecord(id)),
    undoneBy: (change) => through(({ connector }) => connector.undoneBy(change)),
    // The mode depends on the key, which may not be known yet.
    recordUrl: (record) => opened?.connector.recordUrl(record) ?? null,
    receiveWebhook: (request) => (opened?.connector.receiveWebhook ?? receiveUnopened)(request),
    receiveVerified: (delivery) => (opened?.connector.receiveVerified ?? receiveVerifiedUnopened)(delivery),
    subscriptions: O.some({
      status: (...all) => through((one) => subscriptions(one).status(...all)),
      apply: (...all) => through((one) => subscriptions(one).apply(...all)),
    }),
    platformTotals: (range) => through(({ connector }) => connector.platformTotals(range)),
  };
};

const noKey: SourceError = {
  _tag: 'SourceCredentialsRefused',
  message: 'the function that gives the secret key of this account returned nothing',
};

const hostFailed: SourceError = {
  _tag: 'SourceUnreachable',
  message: "the function that gives the secret key of this account failed; look into the host's own log",
  cause: 'ERR_CREDENTIALS',
};

const callHost = async (
  give: KeyFunction,
  refused: Secret | undefined,
  exclusively: Lock,
): Promise<E.Either<SourceError, Key>> => {
  try {
    const given = await give({ exclusively, ...(refused !== undefined && { refused: refused.reveal() }) });
    const { key = '', expires } = typeof given === 'string' ? { key: given } : given;
    const usableUntil = (expires?.getTime() ?? Number.POSITIVE_INFINITY) - earlyByMs;
    if (key.trim() === '') return E.left(noKey);
    const problem = secretProblem(key, 'Stripe key');
    return problem === undefined ? E.right({ value: secret(key), usableUntil }) : E.left(wrongKey(problem));
  } catch (error) {
    // An error of the host's own may contain anything, so it is not passed on.
    return E.left(isTokenFailure(error) ? error.failure : hostFailed);
  }
};

const keyRemedy = 'give a restricted key (rk_live_…) or the secret key (sk_live_…)';

const wrongKey = (problem: string): SourceError => ({
  _tag: 'SourceCredentialsRefused',
  message: `the secret key that the app gives: ${problem}; ${keyRemedy}`,
});
