import { type FieldNode, type GraphQLSchema, Kind } from 'graphql';
import type { Answer } from '../answers/answer.ts';
import { orderAnswers } from '../answers/order-answers.ts';
import { type Access, seenSince } from '../graphql/access.ts';
import type { CheckedDocument } from '../graphql/document-cache.ts';
import type { OrderPages } from '../graphql/order-pages.ts';
import type { SampleOrders } from '../graphql/sample-orders.ts';
import { bulkExecutor } from './bulk-executor.ts';
import type { BulkOperations } from './bulk-operations.ts';
import { bulkProblem } from './bulk-rules.ts';
import { bulkWork } from './bulk-work.ts';

interface Ports {
  readonly schema: GraphQLSchema;
  readonly check: (text: string) => CheckedDocument | readonly { readonly message: string }[];
  readonly access: Access;
  readonly orders: SampleOrders;
  readonly pages: OrderPages;
  readonly operations: BulkOperations;
}

/** The list that the query is about; undefined when it is no list of orders. */
const rootOf = ({ operations }: CheckedDocument): FieldNode | undefined =>
  operations[0]?.selectionSet.selections.find(
    (one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === 'orders',
  );

const filterOf = (root: FieldNode): string => {
  const value = (root.arguments ?? []).find(({ name }) => name.value === 'query')?.value;
  return value?.kind === Kind.STRING ? value.value : '';
};

/** Starts a bulk operation over orders, or says why not. */
export const runBulkQuery =
  ({ schema, check, access, orders, pages, operations }: Ports) =>
  (query: string): Answer => {
    const checked = check(query);
    if (!('document' in checked)) return operations.refuse(`Invalid bulk query: ${checked[0]?.message ?? ''}`);
    const problem = bulkProblem(schema, checked);
    if (problem !== undefined) return operations.refuse(problem);
    const root = rootOf(checked);
    if (root === undefined) return operations.refuse('The sample shop has bulk operations over orders only.');
    return operations.run(query, (outcome) => {
      const linesOf = bulkExecutor(schema, checked.document, access);
      const indices = pages.indices(filterOf(root), seenSince(access));
      return bulkWork(indices, (index) => linesOf(orderAnswers(orders.recipe(index)).order), outcome);
    });
  };
