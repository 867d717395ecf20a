import * as E from 'fp-ts/lib/Either.js';
import Stripe from 'stripe';
import { carefulHttpClient } from './careful-http-client.ts';
import type { StripeFailure } from '../errors.ts';
import { parseOrigin } from './origin.ts';
import type { StripeSettings } from '../settings.ts';

/** The version whose objects the codecs describe; what Stripe sends does not change under us. */
export const apiVersion = '2026-10-28.endive';

/** Stripe's own client for a key, or what is wrong with the settings. Opens no connection. */
export const makeStripe = ({
  secretKey,
  account,
  apiOrigin,
}: Pick<StripeSettings, 'secretKey' | 'account' | 'apiOrigin'>): E.Either<StripeFailure, Stripe> => {
  const origin = apiOrigin === null ? E.right(null) : parseOrigin(apiOrigin);
  if (E.isLeft(origin)) return E.left({ _tag: 'SourceRefused', message: origin.left });
  if (secretKey.reveal().trim() === '') {
    return E.left({
      _tag: 'SourceCredentialsRefused',
      message: 'the secret key of Stripe is empty; configure it',
    });
  }
  return E.right(
    new Stripe(secretKey.reveal(), {
      apiVersion,
      // The pipeline retries, with what it knows of all storefronts; the client would retry neither 429 nor lock time-outs.
      maxNetworkRetries: 0,
      // Telemetry writes an id into the home directory of whoever runs us.
      telemetry: false,
      timeout: 60_000,
      httpClient: carefulHttpClient(Stripe.createNodeHttpClient()),
      ...(account !== null && { stripeAccount: account }),
      ...(origin.right !== null && origin.right),
    }),
  );
};
