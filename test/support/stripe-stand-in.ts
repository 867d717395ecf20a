import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json, listed } from './stripe-objects.ts';
import { writeEndpoint, narrowedBy, sessionLine, shapeOf, type StripeData } from './stripe-stand-in-data.ts';

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

const lists: Readonly<Record<string, keyof StripeData>> = {
  charges: 'charges',
  refunds: 'refunds',
  disputes: 'disputes',
  invoices: 'invoices',
  credit_notes: 'creditNotes',
  invoice_payments: 'invoicePayments',
  payment_intents: 'paymentIntents',
  'checkout/sessions': 'sessions',
  'tax/calculations': 'taxCalculations',
  'tax/transactions': 'taxTransactions',
  balance_transactions: 'balanceTransactions',
  'terminal/locations': 'terminalLocations',
  tax_rates: 'taxRates',
  events: 'events',
  webhook_endpoints: 'webhookEndpoints',
};

/** As Stripe answers where the object is gone behind which a list is to go on. */
const lostPlace: Fault = {
  status: 400,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'starting_after' } },
};

const page = (items: readonly Json[], query: URLSearchParams): Fault => {
  const limit = Number(query.get('limit') ?? 10);
  const after = query.get('starting_after');
  const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== null && from === 0) return lostPlace;
  return { status: 200, body: listed(items.slice(from, from + limit), from + limit < items.length) };
};

const childrenOf = (data: StripeData, path: string): readonly Json[] | undefined => {
  const match = /^(.+)\/([^/]+)\/(lines|line_items|amount_details_line_items)$/.exec(path);
  return match === null ? undefined : data.children[match[2] ?? ''];
};

const tooManyTypes: Fault = { status: 400, body: errorOf('invalid_request_error', 'Up to 20 types', 'array_too_long') };

const answer = (data: StripeData, { path, query, form, method }: StandInRequest): Fault => {
  if (method === 'POST') {
    const written = writeEndpoint(data, path, form);
    return written === undefined ? missing : { status: 200, body: written };
  }
  if ([...query.keys()].filter((name) => name.startsWith('types[')).length > 20) return tooManyTypes;
  if (path === 'account') return { status: 200, body: data.account };
  if (path === 'tax/associations/find') {
    const found = data.taxAssociations.find((item) => item['payment_intent'] === query.get('payment_intent'));
    return found === undefined ? missing : { status: 200, body: found };
  }
  const children = childrenOf(data, path);
  if (children !== undefined) {
    const shaped = path.startsWith('checkout/') ? children.map(sessionLine(query, 'data.taxes')) : children;
    return page(shaped, query);
  }
  const list = lists[path];
  if (list !== undefined) {
    const items = (data[list] as readonly Json[]).filter(narrowedBy(query));
    const newestFirst = items.toReversed().sort((a, b) => Number(b['created']) - Number(a['created']));
    return page(newestFirst.map(shapeOf(data, path, query, 'data.')), query);
  }
  const cut = path.lastIndexOf('/');
  const folder = lists[path.slice(0, cut)];
  const items = folder === undefined ? [] : (data[folder] as readonly Json[]);
  const one = items.find(({ id }) => id === decodeURIComponent(path.slice(cut + 1)));
  return one === undefined ? missing : { status: 200, body: shapeOf(data, path.slice(0, cut), query, '')(one) };
};

const missing: Fault = {
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
      const reply = (): void => send(response, standIn.fault(request) ?? answer(data, request));
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
