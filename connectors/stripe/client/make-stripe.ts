import * as E from 'fp-ts/lib/Either.js';
import Stripe from 'stripe';
import type { StripeFailure } from '../errors.ts';
import { parseOrigin } from './origin.ts';
import type { StripeSettings } from '../settings.ts';
import { Readable } from 'node:stream';

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
      // Telemetry would write an id into the home directory.
      telemetry: false,
      timeout: 60_000,
      httpClient: carefulHttpClient(Stripe.createNodeHttpClient()),
      ...(account !== null && { stripeAccount: account }),
      ...(origin.right !== null && origin.right),
    }),
  );
};

/** What one answer may come to. */
interface AnswerLimits {
  /** Bytes. A page of a hundred objects has about 1 MB. */
  readonly largest: number;
  /** Milliseconds from its head to its last byte. */
  readonly longest: number;
}

const usual: AnswerLimits = { largest: 64 * 1024 * 1024, longest: 120_000 };

/** Ends a response beyond its limits; the reader sees a lost connection. */
const breakOff = (raw: Readable, { largest, longest }: AnswerLimits): (() => void) => {
  let bytes = 0;
  const deadline = setTimeout(() => raw.destroy(), longest);
  raw.on('data', (chunk: string | Uint8Array) => {
    bytes += chunk.length;
    if (bytes > largest) raw.destroy();
  });
  return () => clearTimeout(deadline);
};

/**
 * An HTTP client for Stripe's SDK: responses are JSON objects of a limited size within a limited time.
 *
 * Without it the SDK waits without limit, reads a body of any size, and throws an uncatchable error on JSON that is no
 * object (`true`, from a proxy): its promise never settles and the process dies.
 */
const carefulHttpClient = (inner: Stripe.HttpClient, limits: AnswerLimits = usual): Stripe.HttpClient => ({
  getClientName: () => inner.getClientName(),
  makeRequest: async (...request) => {
    const response = await inner.makeRequest(...request);
    const read = response.toJSON.bind(response);
    const toJSON = async (): Promise<unknown> => {
      const raw = response.getRawResponse();
      const reading: Promise<unknown> = read();
      const done = raw instanceof Readable ? breakOff(raw, limits) : () => undefined;
      try {
        const json = await reading;
        if (typeof json !== 'object' || json === null) throw new TypeError('the response is not a JSON object');
        return json;
      } finally {
        done();
      }
    };
    return Object.assign(response, { toJSON });
  },
});
