import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';

const Question = t.type({ query: t.string, variables: t.union([t.UnknownRecord, t.undefined]) }, 'Question');
const decodeQuestion = decodeAs(Question);

/** What is asked of a shop. */
export interface ShopQuestion {
  /** The name of its query: `OrdersPage`. */
  readonly operation: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A question to a shop and its answer, as it came. */
export interface Exchange extends ShopQuestion {
  readonly answer: string;
}

export const questionOf = (body: string): ShopQuestion => {
  const { query, variables = {} } = right(decodeQuestion(JSON.parse(body)));
  return { operation: /query (\w+)/.exec(query)?.[1] ?? '', variables };
};

export const exchangeOf = (body: string, answer: string): Exchange => ({ ...questionOf(body), answer });
