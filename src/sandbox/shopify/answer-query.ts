import { jsonReply, type Reply } from '../http/reply.ts';
import type { AdminTokens } from './admin-tokens.ts';
import type { Access } from './graphql/access.ts';
import { bucket } from './graphql/bucket.ts';
import { documentCache } from './graphql/document-cache.ts';
import { executeRequest, type Executor } from './graphql/execute-request.ts';
import { orderPages } from './graphql/order-pages.ts';
import { queryRoot } from './graphql/query-root.ts';
import { sampleOrders } from './graphql/sample-orders.ts';
import { schemaOf, servedVersion, type ServedVersion } from './graphql/schemas.ts';
import { readFields, textField } from './read-fields.ts';
import type { SampleShopOptions } from './sample-shop-options.ts';
import { bulkOperations } from './bulk/bulk-operations.ts';
import { type ResultFiles, resultFiles } from './bulk/result-files.ts';
import { runBulkQuery } from './bulk/run-bulk-query.ts';
import { webhooks } from './webhooks.ts';

/** What arrives at `/admin/api/{version}/graphql.json`. */
export interface AdminRequest {
  readonly version: string;
  readonly token: string | undefined;
  readonly body: string;
}

const unknownToken = { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The host that keeps the results of bulk operations. */
export interface ResultHost {
  readonly files: ResultFiles;
  readonly origin: () => string;
}

const noResultHost = (): ResultHost => ({ files: resultFiles(), origin: () => 'http://127.0.0.1:9' });

/** Answers queries over a sample of orders, in the version that they ask for or the one that stands in for it. */
export const answerQuery = (
  options: Required<SampleShopOptions>,
  tokens: AdminTokens,
  { files, origin }: ResultHost = noResultHost(),
): ((request: AdminRequest) => Reply) => {
  const { seed, domain, now } = options;
  const access: Access = {
    scopes: new Set(options.scopes),
    protectedCustomerData: options.protectedCustomerData,
  };
  const orders = sampleOrders({ seed, orders: options.orders });
  const pages = orderPages(orders);
  const points = bucket(options.bucket, now);
  const subscriptions = webhooks('2026-07', now);
  const bulk = bulkOperations(options.bulk, { files, resultOrigin: origin, now });
  const executors = new Map<ServedVersion, Executor>();
  let requests = 0;

  const executorOf = (version: ServedVersion): Executor => {
    const schema = schemaOf(version);
    const check = documentCache(schema);
    const run = runBulkQuery({ schema, check, access, orders, pages, operations: bulk });
    const root = { domain, orders, pages, access, webhooks: subscriptions, bulk, runBulkQuery: run };
    const executor: Executor = executors.get(version) ?? {
      schema,
      check,
      bucket: points,
      access,
      rootFor: (report) => queryRoot({ ...root, report }),
    };
    executors.set(version, executor);
    return executor;
  };

  return ({ version: asked, token, body }) => {
    const version = servedVersion(asked);
    if (version === undefined) return jsonReply(404, { errors: 'Not Found' });
    if (!tokens.isValid(token)) return jsonReply(401, unknownToken);
    const fields = readFields(body);
    const query = textField(fields, 'query');
    if (query === '') return jsonReply(400, { errors: { query: 'Required parameter missing or invalid' } });
    const variables = isRecord(fields['variables']) ? fields['variables'] : {};
    requests += 1;
    return jsonReply(200, executeRequest(executorOf(version), { query, variables }), {
      'x-shopify-api-version': version,
      'x-request-id': `sandbox-${requests}`,
      ...(version !== asked && {
        'x-shopify-api-version-warning': 'https://shopify.dev/concepts/about-apis/versioning',
      }),
    });
  };
};
