import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';
import { type Exchange, questionOf, type ShopQuestion } from './exchange.ts';
import { orderOfGid, orderTemplate, type OrderTemplate, writeOrder } from './order-template.ts';
import type { SalesCalendar } from './sales-calendar.ts';

const PageAnswer = t.type(
  {
    data: t.type({ orders: t.type({ nodes: t.readonlyArray(t.UnknownRecord) }) }),
    extensions: t.UnknownRecord,
  },
  'PageAnswer',
);
const decodePage = decodeAs(PageAnswer);

const PageVariables = t.type({ query: t.string, first: t.number, after: t.union([t.string, t.null]) }, 'PageVariables');
const decodeVariables = decodeAs(PageVariables);

/** A shop of any size whose answers are made of bytes that were rendered before. */
export interface Shop {
  readonly setCalendar: (calendar: SalesCalendar) => void;
  readonly answer: (body: string) => Buffer;
}

const head = Buffer.from('{"data":{"orders":{"nodes":[');

const keyOf = ({ operation, variables }: ShopQuestion, gid: string): string =>
  `${operation} ${JSON.stringify({ ...variables, id: gid })}`;

/**
 * An order that names a payment at Stripe is the same sale as every copy of it: whichever storefront came first would tell
 * it, and how many sales there are would depend on that.
 */
const isOneSale = ({ bytes }: OrderTemplate): boolean => !bytes.includes('"paymentId":"pi_');

/** The recorded shop, sent over and over: order `n` is the recorded order `n` modulo their number, with ids of its own. */
export const shopOf = (recording: readonly Exchange[]): Shop => {
  const pages = recording.filter(({ operation }) => operation === 'OrdersPage');
  const decoded = pages.map(({ answer }) => right(decodePage(JSON.parse(answer))));
  const templates = decoded.flatMap(({ data }) => data.orders.nodes.map(orderTemplate)).filter(isOneSale);
  const rest = new Map(recording.map((one) => [keyOf(one, String(one.variables['id'])), Buffer.from(one.answer)]));
  const tail = `,"extensions":${JSON.stringify({ cost: decoded[0]?.extensions['cost'] })}}`;
  /** No order of this shop changes. */
  const unchanged = Buffer.concat([head, Buffer.from(`],"pageInfo":{"hasNextPage":false,"endCursor":null}}}${tail}`)]);
  let calendar: SalesCalendar | undefined;

  const templateOf = (order: number): OrderTemplate => {
    const template = templates[order % templates.length];
    if (template === undefined) throw new Error('the sample shop has no orders');
    return template;
  };

  const page = (variables: unknown): Buffer => {
    if (calendar === undefined) throw new Error('the shop has no calendar yet');
    const { query, first, after } = right(decodeVariables(variables));
    const [from = '', to = ''] = [...query.matchAll(/'([^']+)'/g)].map(([, instant]) => instant);
    const [firstInRange, end] = calendar.between(from, to);
    const start = after === null ? firstInRange : Number(after);
    const stop = Math.min(start + first, end);
    const more = `],"pageInfo":{"hasNextPage":${String(stop < end)},"endCursor":"${stop}"}}}${tail}`;
    let length = head.length + more.length + Math.max(0, stop - start - 1);
    for (let order = start; order < stop; order += 1) length += templateOf(order).bytes.length;
    const answer = Buffer.allocUnsafe(length);
    let at = head.copy(answer, 0);
    for (let order = start; order < stop; order += 1) {
      if (order > start) at += answer.write(',', at, 'latin1');
      at = writeOrder(answer, at, templateOf(order), order, calendar.instantOf(order));
    }
    answer.write(more, at, 'latin1');
    return answer;
  };

  return {
    setCalendar: (next) => {
      calendar = next;
    },
    answer: (body) => {
      const question = questionOf(body);
      if (question.operation === 'OrdersPage') return page(question.variables);
      if (question.operation.startsWith('ChangedOrders')) return unchanged;
      const { id } = question.variables;
      // Other objects, such as a dispute, keep their ids in every copy of their order.
      const isOrder = typeof id === 'string' && id.startsWith('gid://shopify/Order/');
      const gid = isOrder ? templateOf(orderOfGid(id)).gid : String(id);
      const answer = rest.get(keyOf(question, gid));
      if (answer === undefined) throw new Error(`the recording has no answer to ${question.operation}`);
      return answer;
    },
  };
};
