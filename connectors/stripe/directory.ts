/** Finds the accounts that are connected to a Stripe platform, so that each becomes a storefront by itself. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type Stripe from 'stripe';
import { processLock } from '../../src/domain/async.ts';
import type { Secret } from '../../src/domain/secret.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { ListedStorefront, StorefrontDirectory } from '../../src/mapping/storefront-directory.ts';
import { decoded } from './client/decoded.ts';
import { makeStripe } from './client/make-stripe.ts';
import type { Read } from './client/stripe-api.ts';
import { isOfNoAccount, toStripeFailure, wholeAnswer, wholeList } from './client/to-stripe-failure.ts';
import { type StripeFailure, toSourceError } from './errors.ts';
import type { StripeOptions } from './options.ts';
import { arrayOf, nullable, object } from './records/codec.ts';
import { keyOf } from './renewing-connector.ts';
import { stripe } from './stripe.ts';
import { sharedAddressOf } from './webhooks/receive-webhook.ts';

/** What `connectedAccounts` takes: the options of `stripe()`, the same for all accounts. The key is the platform's. */
export interface ConnectedAccountsOptions extends Omit<StripeOptions, 'account' | 'taxAccount'> {
  /** The permanent name of an account's storefront. Default: the account's id, `acct_…`. */
  readonly nameOf?: (account: string) => string;
  /** The account at the service of a Stripe account, one of the option `accounts`. Default: that of `service.apiKey`. */
  readonly taxAccountOf?: (account: string) => string | Promise<string>;
}

/** Stripe's largest page. */
const pageSize = 100;

const what = 'connected accounts';

/**
 * The accounts that are connected to a platform, for the option `directories` of `createTaxNexus`. An account is added when
 * Stripe lists it, or when a verified webhook of it arrives at the shared address (`account.updated`,
 * `account.application.authorized`, or one about a sale), and removed when Stripe no longer lists it, or says by
 * `account.application.deauthorized` that it left. One request lists a hundred accounts.
 *
 * @example
 * connectedAccounts({ secretKey: process.env.STRIPE_PLATFORM_KEY, webhookSecrets: [endpointSecret], timeZone: 'America/New_York' })
 */
export const connectedAccounts = (options: ConnectedAccountsOptions): StorefrontDirectory => {
  const { nameOf = (account: string) => account, taxAccountOf, ...shared } = options;

  const listed = (account: string, taxAccount?: string): ListedStorefront => ({
    name: nameOf(account),
    account,
    source: () => stripe({ ...shared, account, taxAccount }),
  });

  const listedAll = (accounts: readonly string[]): TE.TaskEither<SourceError, readonly ListedStorefront[]> =>
    TE.tryCatch(
      async () => {
        const all: ListedStorefront[] = [];
        for (const account of accounts) all.push(listed(account, await taxAccountOf?.(account)));
        return all;
      },
      () => hostFailed,
    );

  const ask = <A>(read: (client: Stripe) => Read<A>): TE.TaskEither<SourceError, A> => askWithKey(shared, read);

  return {
    name: 'Stripe connected accounts',
    platform: 'stripe',
    readPage: (from) =>
      pipe(
        ask((client) => pageOfAccounts(client, O.toNullable(from))),
        TE.flatMap(({ data, has_more: hasMore }) =>
          pipe(
            listedAll(data.map(({ id }) => id)),
            TE.map((storefronts) => ({
              storefronts,
              next: hasMore ? O.fromNullable(data.at(-1)?.id) : O.none,
            })),
          ),
        ),
      ),
    find: (account) =>
      isAccountId(account)
        ? pipe(
            ask((client) => findAccount(client, account)),
            TE.flatMap((found) => listedAll(O.isSome(found) ? [found.value] : [])),
            TE.map(([storefront]) => O.fromNullable(storefront)),
          )
        : TE.right(O.none),
    webhooks: {
      accountIn: sharedAddressOf(null).accountIn,
      storefrontOf: (account) => (isAccountId(account) ? O.some(listed(account)) : O.none),
    },
  };
};

/** The host's error may contain anything, so it is not passed on. */
const hostFailed: SourceError = {
  _tag: 'SourceUnreachable',
  cause: 'ERR_TAX_ACCOUNT',
  message: "taxAccountOf of your app failed; see your app's own log",
};

const isAccountId = (text: string): boolean => /^acct_\w{1,58}$/.test(text);

/** Asks with the platform's key, and once more with another key if Stripe refuses a key that a function returned. */
const askWithKey = <A>(
  { secretKey = '', apiOrigin }: Pick<StripeOptions, 'secretKey' | 'apiOrigin'>,
  read: (client: Stripe) => Read<A>,
): TE.TaskEither<SourceError, A> => {
  const askOnce = async (
    refused?: Secret,
  ): Promise<E.Either<SourceError, { readonly key: Secret; readonly answer: E.Either<SourceError, A> }>> => {
    const key = await keyOf(secretKey, refused, processLock);
    if (E.isLeft(key)) return key;
    const client = makeStripe({ secretKey: key.right.value, account: null, apiOrigin: apiOrigin ?? null });
    const answer = E.isLeft(client) ? client : await read(client.right)();
    return E.right({ key: key.right.value, answer: E.mapLeft(toSourceError)(answer) });
  };
  return async () => {
    const first = await askOnce();
    if (E.isLeft(first)) return first;
    const { key, answer } = first.right;
    const isRefused = E.isLeft(answer) && answer.left._tag === 'SourceCredentialsRefused';
    if (!isRefused || typeof secretKey !== 'function') return answer;
    const second = await askOnce(key);
    return E.isLeft(second) ? second : second.right.answer;
  };
};

const AccountId = object('Account', { id: t.string, deleted: nullable(t.boolean) });

const AccountPage = object('list of accounts', { data: arrayOf(AccountId), has_more: t.boolean });

const pageOfAccounts = (client: Stripe, after: string | null): Read<t.TypeOf<typeof AccountPage>> =>
  decoded(
    pipe(
      TE.tryCatch(
        () => client.accounts.list({ limit: pageSize, ...(after !== null && { starting_after: after }) }),
        toStripeFailure(what),
      ),
      TE.flatMapEither(wholeAnswer(what)),
      TE.flatMapEither(wholeList(what)),
    ),
    AccountPage,
  );

/** None when the account is not connected to the platform, or no longer. */
const findAccount = (client: Stripe, account: string): Read<O.Option<string>> =>
  pipe(
    TE.tryCatch(
      () => client.accounts.retrieve(account),
      (error): StripeFailure | 'no account' => (isOfNoAccount(error) ? 'no account' : toStripeFailure(what)(error)),
    ),
    TE.foldW(
      (failure): Read<O.Option<string>> => (failure === 'no account' ? TE.right(O.none) : TE.left(failure)),
      (answer) =>
        pipe(
          decoded(TE.fromEither(wholeAnswer(what)(answer)), AccountId),
          TE.map(({ id, deleted }) => (deleted === true ? O.none : O.some(id))),
        ),
    ),
  );
