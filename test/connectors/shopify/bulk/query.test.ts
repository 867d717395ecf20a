import { describe, expect, it } from '@jest/globals';
import { NoDeprecatedCustomRule, parse, specifiedRules, validate } from 'graphql';
import { accessOf } from '../../../../connectors/shopify/client/access.ts';
import { bulkOrders } from '../../../../connectors/shopify/queries/bulk.ts';
import { bulkProblem } from '../../../../sandbox/shopify/bulk/run-bulk-query.ts';
import { documentCache } from '../../../../sandbox/shopify/graphql/documents.ts';
import { adminSchemas as schemas } from '../../../support/admin-schemas.ts';
import { everyScope } from '../a-shop.ts';

const filter = "processed_at:>='2026-02-01T05:00:00Z' AND processed_at:<'2026-03-01T05:00:00Z'";

/** Without the former channel of an order, which is deprecated. */
const current = (scopes: readonly string[]): string =>
  bulkOrders({ ...accessOf(scopes), channelInformation: false }, filter);

const queries = [
  ['every scope', current(everyScope)],
  ['no scope but that for orders', current(['read_orders'])],
  ['the scope for companies alone', current(['read_orders', 'read_companies'])],
] as const;

describe.each(queries)('the query of a bulk operation with %s', (_, query) => {
  it.each(schemas)('is valid in %s, and uses nothing that is to go', (_version, schema) => {
    const problems = validate(schema, parse(query), [...specifiedRules, NoDeprecatedCustomRule]);
    expect(problems.map(({ message }) => message)).toStrictEqual([]);
  });

  it.each(schemas)('keeps the rules of bulk queries in %s', (_version, schema) => {
    const checked = documentCache(schema)(query);
    expect('document' in checked ? bulkProblem(schema, checked) : checked).toBeUndefined();
  });

  it('names no sort key, no variable and nothing of a person', () => {
    expect(query).not.toMatch(/sortKey|\$|firstName|lastName|email|phone|presentmentMoney/);
  });
});

describe('the query of a bulk operation with the former channel of an order', () => {
  it.each(schemas)('is valid and keeps the rules of bulk queries in %s', (_version, schema) => {
    const checked = documentCache(schema)(bulkOrders(accessOf(everyScope), filter));
    expect('document' in checked ? bulkProblem(schema, checked) : checked).toBeUndefined();
  });
});

describe('a bulk query that the sample shop does not take', () => {
  const [, schema] = schemas[0];
  const problemOf = (query: string): string | undefined => {
    const checked = documentCache(schema)(query);
    return 'document' in checked ? bulkProblem(schema, checked) : checked[0]?.message;
  };

  it.each([
    ['without a connection', '{ shop { id } }', 'Bulk queries must contain at least one connection.'],
    [
      'of one node',
      '{ node(id: "gid://shopify/Order/1") { id } }',
      'Bulk queries cannot contain a top level `node` field.',
    ],
    ['by nodes', '{ orders { nodes { id } } }', "Selecting via 'nodes' is not supported."],
    [
      'with a list inside of a list',
      '{ orders { edges { node { id refunds { refundLineItems { edges { node { quantity } } } } } } } }',
      'Queries that contain a connection field within a list field are not currently supported.',
    ],
    [
      'whose parent has no id',
      '{ orders { edges { node { name lineItems { edges { node { id } } } } } } }',
      "The parent 'node' field for a nested connection must select the 'id' field without an alias.",
    ],
  ])("%s is refused with Shopify's message", (_, query, message) => {
    expect(problemOf(query)).toContain(message);
  });
});
