import { execute, type ExecutionResult, getVariableValues, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Answer } from '../answers/answer.ts';
import type { Access } from './access.ts';
import type { Bucket } from './bucket.ts';
import type { CheckedDocument } from './document-cache.ts';
import { fieldResolver } from './field-resolver.ts';
import { queryCost } from './query-cost.ts';
import type { SearchReport } from './search-report.ts';
import { shopifyError } from './shopify-errors.ts';

export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface Executor {
  readonly schema: GraphQLSchema;
  readonly check: (text: string) => CheckedDocument | readonly GraphQLError[];
  readonly bucket: Bucket;
  readonly access: Access;
  readonly rootFor: (report: (search: readonly SearchReport[]) => void) => Answer;
}

const mostPoints = 1000;
const throttled = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' };

const refused = (errors: readonly GraphQLError[], otherwise: string): Answer => ({
  errors: errors.map((error) => shopifyError(error, otherwise)),
});

const tooCostly = (cost: number): Answer => ({
  errors: [
    {
      message: `Query cost is ${cost}, which exceeds the single query max cost limit (${mostPoints}).`,
      extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: mostPoints, documentation: throttled.documentation },
    },
  ],
});

/** How much of what it asked for a query used: in proportion to the largest of its root lists. An estimate. */
const usedShare = ({ data }: ExecutionResult, variables: Readonly<Record<string, unknown>>): number => {
  const first = variables['first'];
  const sizes = Object.values(data ?? {}).flatMap((root) =>
    typeof root === 'object' && root !== null && 'nodes' in root && Array.isArray(root.nodes)
      ? [root.nodes.length]
      : [],
  );
  return typeof first === 'number' && first > 0 && sizes.length > 0 ? Math.min(1, Math.max(...sizes) / first) : 1;
};

/**
 * Answers one request as Shopify does: always with status 200, errors in the body, what it cost in the extensions, and
 * the warnings of its filters.
 */
export const executeRequest = (executor: Executor, { query, variables }: GraphQLRequest): Answer => {
  const { schema, bucket } = executor;
  const checked = executor.check(query);
  if (!('document' in checked)) return refused(checked, 'argumentLiteralsIncompatible');
  const [operation, second] = checked.operations;
  if (operation === undefined || second !== undefined) {
    return refused([new GraphQLError('An operation name is required')], 'BAD_REQUEST');
  }
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (values.errors !== undefined) return refused(values.errors, 'INVALID_VARIABLE');

  const cost = queryCost({ schema, operation, fragments: checked.fragments, variables: values.coerced });
  if (cost > mostPoints) return tooCostly(cost);
  const costOf = (actual: number | null): Answer => ({
    requestedQueryCost: cost,
    actualQueryCost: actual,
    throttleStatus: bucket.status(),
  });
  if (!bucket.take(cost)) {
    return { errors: [{ message: 'Throttled', extensions: throttled }], extensions: { cost: costOf(null) } };
  }
  const search: SearchReport[] = [];
  const result = execute({
    schema,
    document: checked.document,
    rootValue: executor.rootFor((found) => search.push(...found)),
    variableValues: variables,
    fieldResolver: fieldResolver(executor.access),
  });
  if (result instanceof Promise) return refused([new GraphQLError('not ready')], 'INTERNAL_SERVER_ERROR');
  const actual = Math.max(1, Math.round(cost * usedShare(result, values.coerced)));
  bucket.giveBack(cost - actual);
  return {
    data: result.data,
    ...(result.errors !== undefined && refused(result.errors, 'INTERNAL_SERVER_ERROR')),
    extensions: { cost: costOf(actual), ...(search.length > 0 && { search }) },
  };
};
