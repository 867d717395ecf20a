/** Turns an app's options for a Stripe account into a storefront, and finds every mistake in them without showing a secret. */
import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/fields.ts';
import { secret, webhookSecret } from '../../src/domain/secret.ts';
import { defaultPolicy, policyUnder, policyWith } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { stripeConnector } from './connector.ts';
import type { StripeOptions } from './options.ts';
import { checkedElsewhere, optional, problemsOf, settingsOf } from '../../src/domain/setting.ts';
import { stripeSettings } from './settings.ts';
import { modeOf, parseOrigin } from './client/make-stripe.ts';
import { keyRemedy, renewingConnector } from './renewing-connector.ts';
import { secretProblem } from '../../src/domain/recognized-secret.ts';
import { sharedAddressOf } from './webhooks/receive-webhook.ts';

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
    ...(given.taxAccount !== undefined && { taxAccount: given.taxAccount }),
    withDefaults: (defaults) => stripe({ ...options, policy: policyUnder(given.policy, defaults) }),
    sharedAddress: sharedAddressOf(settings.account),
    ...(typeof secretKey === 'string' && !isMissing(secretKey) && { mode: modeOf(secretKey) }),
    problems,
    open: ({ clock, exclusively }) => {
      if (problems.length > 0) throw new TypeError(`stripe(): ${problems.join('; ')}`);
      return typeof secretKey === 'function'
        ? renewingConnector(secretKey, { ...settings, clock }, exclusively)
        : stripeConnector({ ...settings, clock, secretKey: secret(secretKey) });
    },
  };
};

const optionSettings = settingsOf<StripeOptions>({
  ...stripeSettings,
  timeZone: optional(stripeSettings.timeZone),
  secretKey: checkedElsewhere,
  webhookSecrets: checkedElsewhere,
  apiOrigin: checkedElsewhere,
});

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Finds a mix-up of keys that Stripe would answer with 401 only later. */
const keyProblems = ({ secretKey }: Partial<StripeOptions>): readonly string[] => {
  if (isMissing(secretKey)) return [`secretKey is missing or empty; ${keyRemedy}`];
  const problem = typeof secretKey === 'string' ? secretProblem(secretKey, 'Stripe key') : undefined;
  return problem === undefined ? [] : [`secretKey: ${problem}; ${keyRemedy}`];
};

/** Finds a mix-up of secrets that would have every webhook refused. */
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

/** Every problem with the options and its remedy, without the options' values. Empty when they are valid. */
const optionsProblems = (options: Partial<StripeOptions>): readonly string[] => {
  const origin = options.apiOrigin === undefined ? E.right(null) : parseOrigin(options.apiOrigin);
  return [
    ...problemsOf(optionSettings, options),
    ...keyProblems(options),
    ...(E.isLeft(origin) ? [origin.left] : []),
    ...webhookSecretProblems(options),
  ];
};
