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
  readonly taxCalculations: Json[];
  readonly taxTransactions: Json[];
  readonly taxAssociations: Json[];
  readonly balanceTransactions: Json[];
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
  taxCalculations: [],
  taxTransactions: [],
  taxAssociations: [],
  balanceTransactions: [],
  terminalLocations: [],
  taxRates: [],
  events: [],
  webhookEndpoints: [],
  children: {},
  ...over,
});

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

const paymentIn = (item: Json): unknown => {
  const payment = item['payment'];
  return typeof payment === 'object' && payment !== null && 'payment_intent' in payment ? payment.payment_intent : null;
};

/** Whether an object passes a list's filters. */
export const narrowedBy =
  (query: URLSearchParams) =>
  (item: Json): boolean => {
    const equals = (name: string, value: unknown): boolean => query.get(name) === null || query.get(name) === value;
    const created = Number(item['created'] ?? item['date'] ?? 0);
    const types = [...query.entries()].filter(([name]) => name.startsWith('types[')).map(([, type]) => type);
    return (
      (types.length === 0 || types.includes(String(item['type']))) &&
      created >= Number(query.get('created[gte]') ?? 0) &&
      created < Number(query.get('created[lt]') ?? Number.MAX_SAFE_INTEGER) &&
      equals('payment_intent', idOf(item['payment_intent'])) &&
      equals('charge', idOf(item['charge'])) &&
      equals('invoice', idOf(item['invoice'])) &&
      equals('subscription', item['subscription']) &&
      equals('status', item['status']) &&
      equals('payment[payment_intent]', paymentIn(item))
    );
  };

/** What is left out of an object unless it is expanded, by folder. */
const expandable: Readonly<Record<string, readonly string[]>> = {
  charges: ['refunds'],
  invoices: ['payments'],
  'checkout/sessions': ['line_items'],
};

const without = (item: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

const expandedIn = (query: URLSearchParams): readonly string[] =>
  [...query.entries()].filter(([name]) => name.startsWith('expand')).map(([, path]) => path);

/** A line of a session as Stripe would send it: its taxes only when they are asked for. */
export const sessionLine =
  (query: URLSearchParams, path: string) =>
  (line: Json): Json =>
    expandedIn(query).includes(path) ? line : without(line, ['taxes']);

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const itemsOf = ({ data }: Json): readonly Json[] => (Array.isArray(data) ? data.filter(isJson) : []);

/** The object as Stripe would send it for these expansions. */
export const shapeOf =
  (data: StripeData, folder: string, query: URLSearchParams, prefix: string) =>
  (item: Json): Json => {
    const expanded = expandedIn(query);
    const asked = (name: string): boolean => expanded.some((path) => path.startsWith(`${prefix}${name}`));
    const left = without(
      item,
      (expandable[folder] ?? []).filter((name) => !asked(name)),
    );
    const lines = folder === 'checkout/sessions' ? left['line_items'] : undefined;
    if (isJson(lines)) {
      const data = itemsOf(lines).map(sessionLine(query, `${prefix}line_items.data.taxes`));
      return { ...left, line_items: { ...lines, data } };
    }
    const refunds =
      folder === 'charges' && asked('refunds')
        ? { refunds: left['refunds'] ?? listed(data.refunds.filter((refund) => refund['charge'] === item['id'])) }
        : {};
    const payment = folder === 'charges' ? item['payment_intent'] : undefined;
    if (payment === undefined) return left;
    const settlement = item['balance_transaction'];
    return {
      ...left,
      ...refunds,
      payment_intent: asked('payment_intent') ? payment : idOf(payment),
      ...(settlement !== undefined && {
        balance_transaction: asked('balance_transaction') ? settlement : idOf(settlement),
      }),
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
