import type { SampleObjects } from '../../sandbox/stripe/api/sample-objects.ts';
import type { StripeObject } from '../../sandbox/stripe/objects/ground.ts';
import { type Json, listed } from './stripe-objects.ts';

/** What a stand-in for Stripe knows. Objects are whole; what is not asked for by `expand` is left out of the answer. */
export interface StripeData {
  readonly account: Json;
  readonly charges: Json[];
  readonly paymentIntents: Json[];
  readonly sessions: Json[];
  readonly invoices: Json[];
  readonly invoicePayments: Json[];
  readonly creditNotes: Json[];
  readonly refunds: Json[];
  readonly disputes: Json[];
  readonly balanceTransactions: Json[];
  readonly taxCalculations: Json[];
  readonly taxTransactions: Json[];
  readonly taxAssociations: Json[];
  readonly terminalLocations: Json[];
  readonly taxRates: Json[];
  readonly events: Json[];
  readonly webhookEndpoints: Json[];
  /** Lists inside of objects that are longer than what comes with the object, by the object's id. */
  readonly children: Record<string, readonly Json[]>;
}

export const stripeData = (over: Partial<StripeData> = {}): StripeData => ({
  account: { id: 'acct_1', object: 'account', settings: { dashboard: { display_name: 'Acme' } } },
  charges: [],
  paymentIntents: [],
  sessions: [],
  invoices: [],
  invoicePayments: [],
  creditNotes: [],
  refunds: [],
  disputes: [],
  balanceTransactions: [],
  taxCalculations: [],
  taxTransactions: [],
  taxAssociations: [],
  terminalLocations: [],
  taxRates: [],
  events: [],
  webhookEndpoints: [],
  children: {},
  ...over,
});

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = (list: unknown): readonly Json[] =>
  isJson(list) && Array.isArray(list['data']) ? list['data'].filter(isJson) : [];

const kinds = {
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  balanceTransactions: 'balance_transaction',
  invoices: 'invoice',
  creditNotes: 'credit_note',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  sessions: 'checkout.session',
  taxCalculations: 'tax.calculation',
  taxTransactions: 'tax.transaction',
  taxAssociations: 'tax.association',
  terminalLocations: 'terminal.location',
  taxRates: 'tax_rate',
  events: 'event',
  webhookEndpoints: 'webhook_endpoint',
} as const satisfies Partial<Record<keyof StripeData, string>>;

/** Where an object of a kind has its long list. */
const listPaths: Readonly<Record<string, readonly string[]>> = {
  invoice: ['lines'],
  credit_note: ['lines'],
  payment_intent: ['amount_details', 'line_items'],
  'checkout.session': ['line_items'],
  'tax.calculation': ['line_items'],
  'tax.transaction': ['line_items'],
};

const withAt = (item: Json, [name = '', ...rest]: readonly string[], value: unknown): Json => {
  const inner = item[name];
  return { ...item, [name]: rest.length === 0 ? value : withAt(isJson(inner) ? inner : {}, rest, value) };
};

/** Objects that a test writes inside of others, where Stripe has their ids and each stands by itself. */
const inside = ['payment_intent', 'balance_transaction', 'charge', 'invoice'] as const;

/** Lists that Stripe gathers from objects that name this one. */
const gathered: Readonly<Record<string, { readonly list: string; readonly member: string }>> = {
  charge: { list: 'refunds', member: 'refund' },
  invoice: { list: 'payments', member: 'invoice_payment' },
};

/** An object as the sandbox keeps it. */
interface Kept {
  readonly kind: string;
  /** Unix seconds. Stripe lists by it also what an old shape dates by another name. */
  readonly created: number;
  readonly object: StripeObject;
}

/** An object after the ones that a test wrote inside of it. What a test wrote wrong on purpose stays wrong. */
const flat = (data: StripeData, kind: string, item: Json): readonly Kept[] => {
  const parts: Kept[] = [];
  const created = Number(item['created'] ?? item['date'] ?? 0);
  let own: Json = { object: kind, ...('date' in item ? {} : { created }), ...item };
  for (const name of inside) {
    const part = item[name];
    if (!isJson(part)) continue;
    parts.push(...flat(data, name, part));
    own = { ...own, [name]: part['id'] };
  }
  const { list, member } = gathered[kind] ?? { list: '', member: '' };
  for (const one of itemsOf(item[list])) parts.push(...flat(data, member, { [kind]: item['id'], ...one }));
  own = Object.fromEntries(Object.entries(own).filter(([name]) => name !== list));
  const long = data.children[String(item['id'])];
  if (long !== undefined) own = withAt(own, listPaths[kind] ?? ['lines'], listed(long));
  return [...parts, { kind, created, object: own as StripeObject }];
};

/** What a test wrote down, as the objects of an account of the sandbox: its rules of lists and expansion answer for them. */
export const givenObjects = (data: StripeData): SampleObjects => {
  const given = Object.entries(kinds).flatMap(([folder, kind]) =>
    data[folder as keyof typeof kinds].map((item) => flat(data, kind, item)),
  );
  const named = new Map<unknown, Kept>();
  // What stands in a folder counts, and not what another object says about it.
  for (const parts of given) for (const kept of parts.slice(0, -1)) named.set(kept.object.id, kept);
  const own = given.flatMap((parts) => parts.slice(-1));
  for (const { object } of own) named.delete(object.id);
  const all = [...named.values(), ...own];
  const createdAt = (place: number): number => all[place]?.created ?? 0;
  return {
    find: (id) => all.find(({ object }) => object.id === id)?.object,
    around: () => all.map(({ object }) => object),
    at: (place) => all[place]?.object,
    timeline: (wanted) => {
      const places = all.flatMap(({ kind }, place) => (kind === wanted ? [place] : []));
      const newestFirst = places.toSorted((a, b) => createdAt(b) - createdAt(a) || b - a);
      return { created: Float64Array.from(newestFirst, createdAt), places: Float64Array.from(newestFirst) };
    },
  };
};

const listIn = (form: URLSearchParams, name: string): readonly string[] =>
  [...form.entries()].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value);

const metadataIn = (form: URLSearchParams): Json =>
  Object.fromEntries(
    [...form.entries()].flatMap(([key, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );

/** Makes or changes a webhook endpoint as Stripe does; undefined when there is none of this id. */
export const writeEndpoint = (
  { webhookEndpoints }: StripeData,
  path: string,
  form: URLSearchParams,
): Json | undefined => {
  const id = path.split('/')[1];
  if (id === undefined) {
    const made = {
      id: `we_${webhookEndpoints.length + 1}`,
      object: 'webhook_endpoint',
      url: form.get('url'),
      status: 'enabled',
      // Stripe keeps what an endpoint was made for to itself; only a Connect application shows.
      application: null,
      enabled_events: listIn(form, 'enabled_events'),
      metadata: metadataIn(form),
    };
    webhookEndpoints.push(made);
    return { ...made, secret: 'whsec_CANARY' };
  }
  const place = webhookEndpoints.findIndex((endpoint) => endpoint['id'] === id);
  const before = webhookEndpoints[place];
  if (before === undefined) return undefined;
  const events = listIn(form, 'enabled_events');
  const after = {
    ...before,
    ...(events.length > 0 && { enabled_events: events }),
    ...(form.get('disabled') === 'false' && { status: 'enabled' }),
  };
  webhookEndpoints[place] = after;
  return after;
};
