import type { Reply } from '../../http/reply.ts';
import type { Json } from '../objects/stripe-object.ts';
import { accountAnswer } from './account-answer.ts';
import { isJson, valueAt } from './change-at.ts';
import type { Endpoint } from './endpoints.ts';
import { listPage, type ListPage } from './list-page.ts';
import { readListQuery } from './list-query.ts';
import type { SampleObjects } from './sample-objects.ts';
import { shapeWith, unexpandable } from './shape.ts';
import { stripeError, stripeReply } from './stripe-reply.ts';

const missing = (what: string, id: string, param = 'id'): Reply =>
  stripeError(404, { message: `No such ${what}: '${id}'`, code: 'resource_missing', param });

/** How deep Stripe goes into objects, the `data` of a list included. */
const deepest = 4;

/** An event is kept for thirty days. */
const eventLifetime = 30 * 86_400;

export interface AccountContext {
  readonly account: string;
  readonly objects: SampleObjects;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const refuseExpansion = (path: string, why = 'This property cannot be expanded'): Reply =>
  stripeError(400, { message: `${why} (${path}).`, param: 'expand' });

/** Answers a request that was let in. `expand` are its paths, for a list with the leading `data`. */
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
        const found = objects.find(target.id);
        return found?.object === target.of ? one(found, expand) : missing(target.of.replace('.', ' '), target.id);
      }
      case 'children': {
        const parent = objects.find(target.id);
        if (parent === undefined) return missing('object', target.id);
        const list = valueAt(parent, target.path);
        const all: unknown = isJson(list) ? list['data'] : [];
        const { limit, after } = readListQuery(query);
        const items = Array.isArray(all) ? all.filter(isJson) : [];
        const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
        const part = { data: items.slice(from, from + limit), has_more: from + limit < items.length };
        return page(`/v1/${name}`, part, expand);
      }
      case 'list': {
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
