import * as t from 'io-ts';
import { adminTokens, answerQuery } from '../../../sandbox/shopify/start-sample-shop.ts';
import { type SampleShopOptions, withDefaults } from '../../../sandbox/shopify/sample-shop-options.ts';

const Answered = t.intersection([
  t.type({}),
  t.partial({
    data: t.union([t.UnknownRecord, t.null]),
    errors: t.array(t.intersection([t.type({ message: t.string }), t.partial({ extensions: t.UnknownRecord })])),
    extensions: t.UnknownRecord,
  }),
]);

/** An answer of the sample shop, by the path of a field: `at('orders.nodes.0.name')`. */
export interface Asked {
  readonly at: (path: string) => unknown;
  readonly errors: readonly { readonly message: string; readonly code: unknown }[];
  readonly text: string;
}

export type Ask = (query: string, variables?: Readonly<Record<string, unknown>>) => Asked;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const follow = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

/** Reads an answer's text. `extensions.…` is next to the data, everything else inside of it. */
export const readAnswer = (text: string): Asked => {
  const body: unknown = JSON.parse(text);
  if (!Answered.is(body)) throw new Error(`no answer of GraphQL: ${text.slice(0, 200)}`);
  return {
    text,
    at: (path) => follow(path.startsWith('extensions.') ? body : body.data, path),
    errors: (body.errors ?? []).map(({ message, extensions }) => ({ message, code: extensions?.['code'] })),
  };
};

/** Asks a sample shop without a connection between. */
export const askShop = (given: SampleShopOptions = {}): Ask => {
  const options = withDefaults(given);
  const answer = answerQuery(options, adminTokens(options));
  return (query, variables = {}) =>
    readAnswer(
      answer({ version: '2026-07', token: options.accessToken, body: JSON.stringify({ query, variables }) }).text,
    );
};
