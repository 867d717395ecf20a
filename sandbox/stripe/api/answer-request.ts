/** Answers the reads of Stripe's API over the sample account: lists with filters, single objects, expansions and errors. */
import { isRecord } from '../../../src/domain/fields.ts';
import type { Reply } from '../../http/reply.ts';
import type { Json, StripeObject } from '../objects/ground.ts';
import { deliveryFeeRate } from '../objects/stripe-tax.ts';
import { taxCodes } from '../objects/basket.ts';
import { valueAt, shapeWith, unexpandable } from './shape.ts';
import type { Endpoint } from './endpoints.ts';
import { type SampleObjects, firstBefore } from './sample-objects.ts';

interface StripeError {
  readonly type?: 'api_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

export const stripeError = (
  status: number,
  { type = 'invalid_request_error', ...error }: StripeError,
  headers: Readonly<Record<string, string>> = {},
): Reply => stripeReply(status, { error: { ...error, type } }, headers);

interface AccountContext {
  readonly account: string;
  readonly objects: SampleObjects;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface ListPage {
  readonly data: readonly StripeObject[];
  readonly has_more: boolean;
}

/** How many levels Stripe expands, the `data` of a list included. */
const deepest = 4;

/** How many event types a list can be filtered by. */
const maxTypes = 20;

/** Seconds; Stripe keeps an event for thirty days. */
const eventLifetime = 30 * 86_400;

/** Answers an accepted request. `expand`: its paths, for a list with the leading `data`. */
export const answerRequest = ({ account, objects, now }: AccountContext) => {
  const shape = shapeWith(objects);

  const page = (
    url: string,
    { data, has_more }: Omit<ListPage, 'data'> & { data: readonly Json[] },
    expand: readonly string[],
  ): Reply => {
    const paths = expand.map((path) => path.replace(/^data\./, ''));
    const wrong = data.map((object) => unexpandable(object, paths)).find((path) => path !== undefined);
    if (wrong !== undefined) return refuseExpansion(wrong);
    return stripeReply(200, { object: 'list', data: data.map((object) => shape(object, paths)), has_more, url });
  };
  const one = (object: Json, expand: readonly string[]): Reply => {
    const wrong = unexpandable(object, expand);
    return wrong === undefined ? stripeReply(200, shape(object, expand)) : refuseExpansion(wrong);
  };

  return ({ name, target }: Endpoint, query: URLSearchParams, expand: readonly string[]): Reply => {
    const tooDeep = expand.find((path) => path.split('.').length > deepest);
    if (tooDeep !== undefined) return refuseExpansion(tooDeep, 'You cannot expand more than 4 levels of a property');
    switch (target.kind) {
      case 'account':
        return stripeReply(200, accountAnswer(account));
      case 'tax association': {
        const payment = query.get('payment_intent') ?? '';
        const found = objects.around(payment).find(({ object }) => object === 'tax.association');
        return found === undefined ? missing('tax association', payment, 'payment_intent') : one(found, expand);
      }
      case 'one': {
        const found = fixedAnswer(target) ?? objects.find(target.id);
        return found?.['object'] === target.of ? one(found, expand) : missing(target.of.replace('.', ' '), target.id);
      }
      case 'children': {
        const parent = objects.find(target.id);
        if (parent === undefined) return missing('object', target.id);
        const list = valueAt(parent, target.path);
        const all: unknown = isRecord(list) ? list['data'] : [];
        const { limit, after } = readListQuery(query);
        const items = Array.isArray(all) ? all.filter(isRecord) : [];
        const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
        const part = { data: items.slice(from, from + limit), has_more: from + limit < items.length };
        return page(`/v1/${name}`, part, expand);
      }
      case 'list': {
        if ([...query.keys()].filter((key) => key.startsWith('types[')).length > maxTypes) {
          return stripeError(400, { message: `Up to ${maxTypes} types.`, code: 'array_too_long', param: 'types' });
        }
        const asked = readListQuery(query);
        const oldest = target.of === 'event' ? Math.floor(now() / 1000) - eventLifetime : 0;
        const found = listPage(objects, target.of, { ...asked, low: Math.max(asked.low, oldest) });
        return found === undefined
          ? stripeError(400, { message: 'No such object', code: 'resource_missing', param: 'starting_after' })
          : page(`/v1/${name}`, found, expand);
      }
    }
  };
};

/** An answer as Stripe writes it: indented, with the version that shaped it. */
const stripeReply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  text: JSON.stringify(body, null, 2),
  headers: { 'request-id': 'req_1SbxSandbox', 'stripe-version': '2026-10-28.endive', ...headers },
});

const refuseExpansion = (path: string, why = 'This property cannot be expanded'): Reply =>
  stripeError(400, { message: `${why} (${path}).`, param: 'expand' });

/** The sample account itself: a US business in New York. */
const accountAnswer = (id: string): Json => ({
  id,
  object: 'account',
  business_profile: { mcc: '5734', name: 'Sample & Sons', support_email: null, url: 'https://sample-store.example' },
  business_type: 'company',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'owner@example.com',
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Sample & Sons', timezone: 'America/New_York' } },
  type: 'standard',
});

const missing = (what: string, id: string, param = 'id'): Reply =>
  stripeError(404, { message: `No such ${what}: '${id}'`, code: 'resource_missing', param });

/** Objects that belong to the account rather than to a sale. */
const fixedAnswer = ({ of, id }: { readonly of: string; readonly id: string }): Json | undefined => {
  if (of === 'product') return productAnswer(id);
  if (id === deliveryFeeRate.id) return deliveryFeeRate;
  return of === 'tax_rate' && id.startsWith('txr_1Sbx')
    ? { id, object: 'tax_rate', display_name: 'Sales Tax', inclusive: false, tax_type: 'sales_tax' }
    : undefined;
};

const productAnswer = (id: string): Json | undefined =>
  taxCodes[id] === undefined ? undefined : { id, object: 'product', active: true, tax_code: taxCodes[id] };

/** The filters of a list. Times are Unix seconds: from `low` on, up to but without `high`. */
interface ListQuery {
  readonly limit: number;
  readonly after: string | null;
  readonly low: number;
  readonly high: number;
  readonly accepts: (object: Json) => boolean;
  /** An object whose sale alone can match; null if any sale can. */
  readonly belongsTo: string | null;
}

/** Filters by another object, and the path of that object's id. */
const owners: Readonly<Record<string, readonly string[]>> = {
  charge: ['charge'],
  invoice: ['invoice'],
  payment_intent: ['payment_intent'],
  subscription: ['subscription'],
  'payment[payment_intent]': ['payment', 'payment_intent'],
};

const plain = ['status', 'type'];

const readListQuery = (query: URLSearchParams): ListQuery => {
  const exact = query.get('created');
  const filters = [...Object.entries(owners), ...plain.map((name) => [name, [name]] as const)].flatMap(
    ([name, path]) => {
      const wanted = query.get(name);
      return wanted === null ? [] : [{ path, wanted }];
    },
  );
  const types = [...query].flatMap(([name, value]) => (/^types\[\d*\]$/.test(name) ? [value] : []));
  const owner = Object.keys(owners).find((name) => query.has(name));
  return {
    limit: Math.min(100, Math.max(1, Number(query.get('limit') ?? 10))),
    after: query.get('starting_after'),
    low: exact === null ? Math.max(seconds(query, 'gte', 0), seconds(query, 'gt', -1) + 1) : Number(exact),
    high:
      exact === null
        ? Math.min(seconds(query, 'lt', Infinity), seconds(query, 'lte', Infinity) + 1)
        : Number(exact) + 1,
    accepts: (object) =>
      filters.every(({ path, wanted }) => valueAt(object, path) === wanted) &&
      (types.length === 0 || types.includes(String(object['type']))),
    belongsTo: owner === undefined ? null : query.get(owner),
  };
};

const seconds = (query: URLSearchParams, bound: string, otherwise: number): number => {
  const text = query.get(`created[${bound}]`);
  return text === null ? otherwise : Number(text);
};

/** One page of a list, newest first. Undefined when the object that it should start after does not exist. */
const listPage = (objects: SampleObjects, kind: string, query: ListQuery): ListPage | undefined => {
  const { limit, after, low, high, accepts, belongsTo } = query;
  const cursor = after === null ? null : objects.find(after);
  if (cursor === undefined) return undefined;
  const start = cursor === null ? high : Math.min(high, cursor.created + 1);
  const data: StripeObject[] = [];
  let isBehindCursor = cursor === null;
  for (const object of belongsTo === null ? downFrom(objects, kind, start) : ofOneSale(objects, kind, belongsTo)) {
    if (!isBehindCursor) {
      // Several objects may share the cursor's second.
      isBehindCursor = object.id === after;
      continue;
    }
    if (object.created < low) break;
    if (object.created >= high || !accepts(object)) continue;
    if (data.length === limit) return { data, has_more: true };
    data.push(object);
  }
  return { data, has_more: false };
};

/** Objects of a kind from one second down, newest first. */
function* downFrom(objects: SampleObjects, kind: string, second: number): Iterable<StripeObject> {
  const timeline = objects.timeline(kind);
  for (let at = firstBefore(timeline, second); at < timeline.places.length; at += 1) {
    const object = objects.at(timeline.places[at] ?? 0);
    if (object !== undefined) yield object;
  }
}

const ofOneSale = (objects: SampleObjects, kind: string, id: string): readonly StripeObject[] =>
  objects
    .around(id)
    .filter(({ object }) => object === kind)
    .toSorted((a, b) => b.created - a.created);
