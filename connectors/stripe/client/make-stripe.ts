/** Makes Stripe's SDK client with limits that the SDK lacks: a deadline for each request and a maximum size of responses. */
import { isTestKey } from '../../../src/domain/recognized-secret.ts';
import * as E from 'fp-ts/lib/Either.js';
import Stripe from 'stripe';
import type { StripeFailure } from '../errors.ts';
import type { StripeSettings } from '../settings.ts';
import { Agent as HttpAgent, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';

/** `sk_test_…`, `rk_test_…` and `sk_org_test_…` read test data; every other key is taken for a live one. */
export const modeOf = (key: string): 'live' | 'test' => (isTestKey(key) ? 'test' : 'live');

/** A key of an organization. It names the account of each request; docs.stripe.com/keys/organization-api-keys. */
export const isOrganizationKey = (key: string): boolean => key.startsWith('sk_org_');

/** The version whose objects the codecs describe; requests name it, so responses keep their shape. */
export const apiVersion = '2026-10-28.endive';

/** The oldest major version of the SDK that has every method which the connector calls. */
const oldestSdk = 18;

/** Left: what is wrong with the settings, or with the SDK of this version that the app has. Opens no connection. */
export const makeStripe = (
  { secretKey, account, apiOrigin }: Pick<StripeSettings, 'secretKey' | 'account' | 'apiOrigin'>,
  sdkVersion = Stripe.PACKAGE_VERSION,
): E.Either<StripeFailure, Stripe> => {
  if (Number.parseInt(sdkVersion, 10) < oldestSdk) {
    return E.left({
      _tag: 'SourceRefused',
      message: `this app has version ${sdkVersion} of the package stripe; Stripe accounts need ${oldestSdk} or newer; run npm install stripe@latest`,
    });
  }
  const origin = apiOrigin === null ? E.right(null) : parseOrigin(apiOrigin);
  if (E.isLeft(origin)) return E.left({ _tag: 'SourceRefused', message: origin.left });
  if (secretKey.reveal().trim() === '') {
    return E.left({
      _tag: 'SourceCredentialsRefused',
      message: 'the secret key of Stripe is empty; configure it',
    });
  }
  const isOrganization = isOrganizationKey(secretKey.reveal());
  if (isOrganization && account === null) {
    return E.left({
      _tag: 'SourceCredentialsRefused',
      message:
        'the key is of an organization and reads any of its accounts; set "account" to the one whose sales these are (acct_…)',
    });
  }
  return E.right(
    new Stripe(secretKey.reveal(), {
      apiVersion,
      // The pipeline retries, because it knows the limits of all storefronts. The client would retry neither 429 nor lock time-outs.
      maxNetworkRetries: 0,
      // Telemetry would write an id into the home directory.
      telemetry: false,
      timeout: 60_000,
      httpClient: carefulHttpClient(
        httpClient(origin.right?.protocol ?? 'https'),
        // SDK 18 has no setting for it.
        isOrganization && account !== null ? { 'Stripe-Context': account } : {},
      ),
      ...(account !== null && !isOrganization && { stripeAccount: account }),
      ...(origin.right !== null && origin.right),
    }),
  );
};

interface AnswerLimits {
  /** Bytes. A page of a hundred objects has about 1 MB. */
  readonly largest: number;
  /** Milliseconds from its head to its last byte. */
  readonly longest: number;
}

const usual: AnswerLimits = { largest: 64 * 1024 * 1024, longest: 120_000 };

/** Milliseconds for a whole request. */
const longestRequest = 180_000;

/** The SDK's client over `fetch`, under the same limits. */
export const fetchHttpClient = (limits: AnswerLimits = usual): Stripe.HttpClient =>
  Stripe.createFetchHttpClient(async (...asked: Parameters<typeof fetch>) => {
    const [address, options] = asked;
    const deadline = AbortSignal.timeout(longestRequest);
    const signal = options?.signal == null ? deadline : AbortSignal.any([options.signal, deadline]);
    const { body, status, headers } = await fetch(address, { ...options, signal });
    return new Response(body?.pipeThrough(limited(limits)) ?? null, { status, headers });
  });

/** The method by which Node's agent receives each request; Node's types leave it out. */
interface RequestAgent {
  addRequest: (request: ClientRequest, ...rest: readonly unknown[]) => void;
}

/**
 * The SDK's client over node:http, with a deadline for a whole request. The timeouts of Node and the SDK begin again with each
 * byte: a server that sends a header or an interim answer now and then would hold a request without end.
 */
export const nodeHttpClient = (protocol: 'http' | 'https', longest = longestRequest): Stripe.HttpClient => {
  const agent = protocol === 'http' ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const limited = agent as unknown as RequestAgent;
  const add = limited.addRequest.bind(agent);
  limited.addRequest = (request, ...rest) => {
    const late = Object.assign(new Error('the request took too long'), { code: 'ETIMEDOUT' });
    const deadline = setTimeout(() => request.destroy(late), longest);
    request.once('close', () => clearTimeout(deadline));
    add(request, ...rest);
  };
  return Stripe.createNodeHttpClient(agent);
};

interface Origin {
  readonly host: string;
  readonly port: string;
  readonly protocol: 'http' | 'https';
}

/** The parts of an origin. Left names the problem: plain http would send the key in clear text. */
const parseOrigin = (origin: string): E.Either<string, Origin> => {
  if (!URL.canParse(origin)) return E.left('apiOrigin must be a web address such as https://api.stripe.com');
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'https:') return E.right({ host, port: port === '' ? '443' : port, protocol: 'https' });
  if (protocol === 'http:' && isLoopback(host)) {
    return E.right({ host, port: port === '' ? '80' : port, protocol: 'http' });
  }
  return E.left('apiOrigin must be https; plain http is for this machine only, such as http://127.0.0.1:4030');
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * An HTTP client for Stripe's SDK: responses are JSON objects of a limited size within a limited time.
 *
 * Without it the SDK waits without limit, reads a body of any size, and throws an uncatchable error on JSON that is not
 * an object (`true`, from a proxy): its promise never settles and the process dies.
 */
const carefulHttpClient = (
  inner: Stripe.HttpClient,
  added: Readonly<Record<string, string>>,
  limits: AnswerLimits = usual,
): Stripe.HttpClient => ({
  getClientName: () => inner.getClientName(),
  makeRequest: async (host, port, path, method, headers, ...rest) => {
    const response = await inner.makeRequest(host, port, path, method, { ...headers, ...added }, ...rest);
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

/** Bun loads the SDK's build for browsers and workers, which has no client over node:http. */
const httpClient = (protocol: 'http' | 'https'): Stripe.HttpClient =>
  'Bun' in globalThis ? fetchHttpClient() : nodeHttpClient(protocol);

/** Ends a body beyond its limit of bytes; the SDK's own timeout covers the time until its last byte. */
const limited = ({ largest }: AnswerLimits): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > largest) controller.error(new Error('the response is too large'));
      else controller.enqueue(chunk);
    },
  });
};
