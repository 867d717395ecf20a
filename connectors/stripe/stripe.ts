import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/options-or-empty.ts';
import { secret, webhookSecret } from '../../src/domain/secret.ts';
import { defaultPolicy, policyWith } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { stripeConnector } from './connector.ts';
import { optionsProblems } from './options-problems.ts';
import type { StripeOptions } from './options.ts';
import { resolvedConnector } from './resolved-connector.ts';

/**
 * A Stripe account as a storefront of `createTaxNexus`. Opens nothing and asks nobody until it is used.
 *
 * @throws TypeError that names everything that is wrong with the options, and no value of them.
 * @example
 * stripe({ secretKey: process.env.STRIPE_KEY, webhookSecrets: [endpointSecret], timeZone: 'America/New_York' })
 */
export const stripe = (options: StripeOptions): StorefrontSource => {
  const given = optionsOrEmpty(options);
  const problems = optionsProblems(given);
  if (problems.length > 0) throw new TypeError(`stripe(): ${problems.join('; ')}`);
  const { secretKey = '', account, apiOrigin, timeZone } = given;
  const policy = E.getOrElse(() => defaultPolicy)(policyWith(given.policy ?? {}));
  const settings = {
    webhookSecrets: (given.webhookSecrets ?? []).map(webhookSecret),
    account: account ?? null,
    apiOrigin: apiOrigin ?? null,
    timeZone: timeZone ?? 'UTC',
    policy,
  };
  return {
    policy,
    since: given.since ?? null,
    open: ({ clock }) =>
      typeof secretKey === 'function'
        ? resolvedConnector(async () => secret(await secretKey()), { ...settings, clock })
        : stripeConnector({ ...settings, clock, secretKey: secret(secretKey) }),
  };
};
