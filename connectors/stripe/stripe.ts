/** Turns an app's options for a Stripe account into a storefront, and finds every mistake in them without showing a secret. */
import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/fields.ts';
import { readSetting } from '../../src/domain/setting.ts';
import { policyUnder } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { refusedSource, sharedOf } from '../../src/mapping/storefront-settings.ts';
import { modeOf } from './client/make-stripe.ts';
import { stripeConnector } from './connector.ts';
import type { StripeOptions } from './options.ts';
import { renewingConnector } from './renewing-connector.ts';
import { type StripeStorefront, stripeStorefront } from './storefront.ts';
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
  const read = readSetting('')(stripeStorefront(process.env), given);
  return {
    ...(E.isRight(read) ? stripeSource(read.right) : refusedSource('stripe()', read.left)),
    withDefaults: (defaults) => stripe({ ...options, policy: policyUnder(given.policy, defaults) }),
  };
};

export const stripeSource = (storefront: StripeStorefront): StorefrontSource => {
  const { secretKey, ...settings } = storefront;
  return {
    ...sharedOf(storefront),
    sharedAddress: sharedAddressOf(storefront.account),
    problems: [],
    ...(typeof secretKey !== 'function' && { mode: modeOf(secretKey.reveal()) }),
    open: ({ clock, exclusively }) =>
      typeof secretKey === 'function'
        ? renewingConnector(secretKey, { ...settings, clock }, exclusively)
        : stripeConnector({ ...settings, clock, secretKey }),
  };
};
