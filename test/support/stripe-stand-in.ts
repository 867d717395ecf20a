// The sandbox's Stripe, asked about what a test wrote down: it takes what a sample cannot hold (objects of old shapes or malformed
// on purpose, webhook endpoints that are written), shows each request as it arrived, and fails one of them.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequest } from '../../sandbox/stripe/api/answer-request.ts';
import { endpointOf } from '../../sandbox/stripe/api/endpoints.ts';
import type { Json } from './stripe-objects.ts';
import { givenObjects, type StripeData, writeEndpoint } from './stripe-stand-in-data.ts';

/** One request as it arrived. `path` is without `/v1/` and query. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** What a POST carries; empty for a GET. */
  readonly form: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An answer in place of the usual one; `drop` closes the connection. */
export type Fault =
  | 'drop'
  | { readonly status: number; readonly body?: Json; readonly headers?: Record<string, string> };

export interface StripeStandIn {
  readonly origin: string;
  /** May be changed between two requests: objects appear when they are pushed. */
  readonly data: StripeData;
  readonly requests: readonly StandInRequest[];
  /** Asked before each answer; undefined answers as usual. */
  fault: (request: StandInRequest) => Fault | undefined;
  /** Milliseconds before each answer. */
  latency: number;
  readonly close: () => Promise<void>;
}

const errorOf = (type: string, message: string, code?: string): Json => ({ error: { type, message, code } });

/** What Stripe answers when nothing goes wrong. */
export const usualAnswer = (
  data: StripeData,
  { path, query, form, method }: StandInRequest,
): Exclude<Fault, 'drop'> => {
  if (method === 'POST') {
    const written = writeEndpoint(data, path, form);
    return written === undefined ? missing : { status: 200, body: written };
  }
  if (path === 'account') return { status: 200, body: data.account };
  const endpoint = endpointOf(path);
  if (endpoint === undefined) return missing;
  const expand = [...query].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []));
  const answerTo = answerRequest({ account: 'acct_1', objects: givenObjects(data), now: () => 0 });
  const { status, text } = answerTo(endpoint, query, expand);
  return { status, body: JSON.parse(text) as Json };
};

const missing: Exclude<Fault, 'drop'> = {
  status: 404,
  body: errorOf('invalid_request_error', 'No such object', 'resource_missing'),
};

const send = (response: ServerResponse, fault: Fault): void => {
  if (fault === 'drop') {
    response.destroy();
    return;
  }
  response.writeHead(fault.status, { 'content-type': 'application/json', 'request-id': 'req_1', ...fault.headers });
  response.end(JSON.stringify(fault.body ?? {}));
};

/** 403 as Stripe words it for a restricted key. */
export const withoutPermission = (permission: string): Fault => ({
  status: 403,
  body: errorOf(
    'invalid_request_error',
    `The provided key 'rk_live_*********abc' does not have the required permissions for this endpoint. Having the '${permission}' permission would allow this request to continue.`,
  ),
});

/** 429 as Stripe returns it: with the limit, without a retry time. */
export const tooMany = (headers: Record<string, string> = {}): Fault => ({
  status: 429,
  headers,
  body: errorOf('invalid_request_error', 'Too many requests', 'rate_limit'),
});

export const lockTimeout: Fault = {
  status: 429,
  body: errorOf('invalid_request_error', 'This object cannot be accessed right now', 'lock_timeout'),
};

export const refusedExpansion = (path: string): Fault => ({
  status: 400,
  body: errorOf('invalid_request_error', `This property cannot be expanded (${path}).`),
});

/** A stand-in for Stripe's interface on this machine, for the real client to talk to. */
export const startStripeStandIn = async (data: StripeData): Promise<StripeStandIn> => {
  const requests: StandInRequest[] = [];
  const standIn = { fault: (): Fault | undefined => undefined, latency: 0 } as Pick<StripeStandIn, 'fault' | 'latency'>;
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://stand-in');
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: StandInRequest = {
        method: incoming.method ?? 'GET',
        path: url.pathname.replace(/^\/v1\//, ''),
        query: url.searchParams,
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
        headers: incoming.headers,
      };
      requests.push(request);
      const reply = (): void => send(response, standIn.fault(request) ?? usualAnswer(data, request));
      if (standIn.latency === 0) reply();
      else setTimeout(reply, standIn.latency);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(standIn, {
    origin: `http://127.0.0.1:${port}`,
    data,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  });
};
