import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/options-or-empty.ts';
import { secret, type Secret, webhookSecret } from '../../src/domain/secret.ts';
import { defaultPolicy, policyWith } from '../../src/mapping/policy.ts';
import type { SourceConnector, StorefrontSource } from '../../src/mapping/source-connector.ts';
import { stripeConnector } from './connector.ts';
import type { StripeOptions } from './options.ts';
import { dayProblem, dayRemedy, isTimeZone } from '../../src/domain/date-range.ts';
import { modeOf, parseOrigin } from './client/make-stripe.ts';
import { secretProblem } from '../../src/domain/recognized-secret.ts';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Home } from './webhooks/webhook-meaning.ts';
import { receiveVerified } from './webhooks/receive-verified.ts';
import { receiveWebhook, sharedAddressOf } from './webhooks/receive-webhook.ts';
import type { StripeSettings } from './settings.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';

/**
 * A Stripe account as a storefront of `createTaxNexus`. Makes no request until it is used. Problems with the options, such as a
 * secret that is not set, are reported then as well, without their values.
 *
 * @example
 * stripe({ secretKey: process.env.STRIPE_KEY, webhookSecrets: [endpointSecret], timeZone: 'America/New_York' })
 */
export const stripe = (options: StripeOptions): StorefrontSource => {
  const given = optionsOrEmpty(options);
  const problems = optionsProblems(given);
  const { secretKey = '', account, apiOrigin, timeZone } = given;
  const policy = E.getOrElse(() => defaultPolicy)(policyWith(given.policy ?? {}));
  const settings = {
    webhookSecrets: (given.webhookSecrets ?? []).map((one) => webhookSecret(one ?? '')),
    account: account ?? null,
    apiOrigin: apiOrigin ?? null,
    timeZone: timeZone ?? 'UTC',
    policy,
  };
  return {
    policy,
    since: given.since ?? null,
    sharedAddress: sharedAddressOf(settings.account),
    ...(typeof secretKey === 'string' && !isMissing(secretKey) && { mode: modeOf(secretKey) }),
    problems,
    open: ({ clock }) => {
      if (problems.length > 0) throw new TypeError(`stripe(): ${problems.join('; ')}`);
      return typeof secretKey === 'function'
        ? resolvedConnector(async () => secret(await secretKey()), { ...settings, clock })
        : stripeConnector({ ...settings, clock, secretKey: secret(secretKey) });
    },
  };
};

const known: Readonly<Record<keyof StripeOptions, true>> = {
  secretKey: true,
  webhookSecrets: true,
  account: true,
  apiOrigin: true,
  timeZone: true,
  since: true,
  policy: true,
};

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const keyRemedy = 'give a restricted key (rk_live_…) or the secret key (sk_live_…)';

/** A mix-up that Stripe answers with 401 only later. */
const keyProblems = ({ secretKey }: Partial<StripeOptions>): readonly string[] => {
  if (isMissing(secretKey)) return [`secretKey is missing or empty; ${keyRemedy}`];
  const problem = typeof secretKey === 'string' ? secretProblem(secretKey, 'Stripe key') : undefined;
  return problem === undefined ? [] : [`secretKey: ${problem}; ${keyRemedy}`];
};

/** A mix-up that would have every webhook refused. */
const webhookSecretProblems = ({ webhookSecrets = [] }: Partial<StripeOptions>): readonly string[] => {
  const remedy = 'give the signing secret of the endpoint (whsec_…)';
  const problems = webhookSecrets.map((one) =>
    typeof one === 'string' ? secretProblem(one, 'Stripe webhook secret') : undefined,
  );
  return [
    ...(webhookSecrets.some(isMissing) ? [`one of webhookSecrets is empty; leave it out, or ${remedy}`] : []),
    ...new Set(problems.flatMap((problem) => (problem === undefined ? [] : [`webhookSecrets: ${problem}; ${remedy}`]))),
  ];
};

/** What is wrong with options, each with what to do about it, and never their values. None when nothing is. */
const optionsProblems = (options: Partial<StripeOptions>): readonly string[] => {
  const unknown = Object.keys(options).filter((key) => !(key in known));
  const { account, apiOrigin, timeZone } = options;
  const origin = apiOrigin === undefined ? E.right(null) : parseOrigin(apiOrigin);
  const policy = policyWith(options.policy ?? {});
  return [
    ...(unknown.length > 0
      ? [`there is no option ${unknown.join(', ')}; the options are ${Object.keys(known).join(', ')}`]
      : []),
    ...keyProblems(options),
    ...(account === undefined || /^acct_\w+$/.test(account)
      ? []
      : ['account is not the id of a Stripe account; write it as acct_1Q…']),
    ...(E.isLeft(origin) ? [origin.left] : []),
    ...(timeZone === undefined || isTimeZone(timeZone)
      ? []
      : ['timeZone is unknown; write an IANA time zone such as America/New_York']),
    ...webhookSecretProblems(options),
    ...(options.since === undefined || dayProblem(options.since) === undefined
      ? []
      : [`since: ${dayProblem(options.since)}; ${dayRemedy}`]),
    ...(E.isLeft(policy) ? [policy.left] : []),
  ];
};

/** What a key was made into. */
interface Opened {
  readonly key: Secret;
  readonly connector: SourceConnector;
}

/** What the host's function failed with may hold anything, so it is not passed on. */
const failed: SourceError = {
  _tag: 'SourceUnreachable',
  message: "the function that gives the secret key of this account failed; look into the host's own log",
  cause: 'ERR_CREDENTIALS',
};

/**
 * A connector whose key the host keeps: asked for when it is first needed, and again once Stripe refuses it. What was
 * asked with the refused key is then asked once more with the new one.
 */
const resolvedConnector = (
  resolve: () => Promise<Secret>,
  settings: Omit<StripeSettings, 'secretKey'>,
): SourceConnector => {
  let opened: Opened | undefined;

  const open = async (refused?: Opened): Promise<E.Either<SourceError, Opened>> => {
    if (opened !== undefined && opened !== refused) return E.right(opened);
    const key = await TE.tryCatch(resolve, () => failed)();
    if (E.isLeft(key)) return key;
    if (opened?.key.reveal() === key.right.reveal()) return E.right(opened);
    const problem = secretProblem(key.right.reveal(), 'Stripe key');
    if (problem !== undefined) {
      return E.left({
        _tag: 'SourceCredentialsRefused',
        message: `the secret key that the app gives: ${problem}; ${keyRemedy}`,
      });
    }
    opened = { key: key.right, connector: stripeConnector({ ...settings, secretKey: key.right }) };
    return E.right(opened);
  };

  const through =
    <A>(use: (opened: Opened) => TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
    async () => {
      const first = await open();
      if (E.isLeft(first)) return first;
      const answer = await use(first.right)();
      if (E.isRight(answer) || answer.left._tag !== 'SourceCredentialsRefused') return answer;
      const second = await open(first.right);
      if (E.isLeft(second)) return second;
      return second.right === first.right ? answer : use(second.right)();
    };

  const subscriptions = ({ key }: Opened): ReturnType<typeof subscriptionsOf> =>
    subscriptionsOf({ ...settings, secretKey: key });

  // Before the key is known its mode and account are not either; the record is then read with it, or not found.
  const home = (): Home => ({ mode: null, account: settings.account, own: null });
  const [receiveUnopened, receiveVerifiedUnopened] = [receiveWebhook({ ...settings, home }), receiveVerified(home)];

  return {
    platform: 'stripe',
    check: through(({ connector }) => connector.check),
    account: through(({ connector }) => connector.account),
    windows: (range) => through(({ connector }) => connector.windows(range)),
    changes: (interval) => through(({ connector }) => connector.changes(interval)),
    readPage: (window, from) => through(({ connector }) => connector.readPage(window, from)),
    readRecord: (id) => through(({ connector }) => connector.readRecord(id)),
    receiveWebhook: (request) => (opened?.connector.receiveWebhook ?? receiveUnopened)(request),
    receiveVerified: (delivery) => (opened?.connector.receiveVerified ?? receiveVerifiedUnopened)(delivery),
    subscriptions: O.some({
      status: (...all) => through((one) => subscriptions(one).status(...all)),
      apply: (...all) => through((one) => subscriptions(one).apply(...all)),
    }),
  };
};
