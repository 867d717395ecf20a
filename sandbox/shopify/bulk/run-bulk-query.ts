/** Runs a bulk query over the sample orders and refuses it for the same reasons as Shopify. */
import { isRecord } from '../../../src/domain/fields.ts';
import {
  type DocumentNode,
  execute,
  type FieldNode,
  getNamedType,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type FragmentDefinitionNode,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { type Access, seenSince } from '../graphql/access.ts';
import { fieldResolver } from '../graphql/execute-request.ts';
import type { Answer } from '../answers/answer.ts';
import { connectionOf } from '../answers/connection.ts';
import { orderAnswers } from '../answers/order-answers.ts';
import type { CheckedDocument } from '../graphql/documents.ts';
import type { OrderPages } from '../graphql/order-pages.ts';
import type { SampleOrders } from '../graphql/sample-orders.ts';
import { type BulkOperations, bulkWork } from './bulk-operations.ts';

/** The lines of one object of the root list, children after their parents; undefined when a field is refused. */
type BulkExecutor = (order: Answer) => readonly string[] | undefined;

/** Prepares the results of one bulk query. */
export const bulkExecutor = (schema: GraphQLSchema, document: DocumentNode, access: Access): BulkExecutor => {
  const sized = withSizes(schema, document);
  const resolver = fieldResolver(access);
  return (order) => {
    const rootValue = { orders: connectionOf(() => [order]) };
    const result = execute({ schema, document: sized, rootValue, fieldResolver: resolver });
    if (result instanceof Promise || result.errors !== undefined) return undefined;
    return (nodesIn(result.data?.['orders']) ?? []).flatMap((node) => linesOf(node));
  };
};

interface Ports {
  readonly schema: GraphQLSchema;
  readonly check: (text: string) => CheckedDocument | readonly { readonly message: string }[];
  readonly access: Access;
  readonly orders: SampleOrders;
  readonly pages: OrderPages;
  readonly operations: BulkOperations;
}

/** Starts the operation, or returns why not. */
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
      const indices = pages.indices(filterOf(root), seenSince(access, orders.size));
      return bulkWork(indices, (index) => linesOf(orderAnswers(orders.recipe(index)).order), outcome);
    });
  };

interface Found {
  connections: number;
  readonly problems: string[];
}

interface Place {
  readonly type: string;
  /** The number of connections around it. */
  readonly depth: number;
  readonly isInList: boolean;
}

const most = { connections: 5, depth: 2 } as const;

/** The problem that Shopify reports for a bulk query, in Shopify's words; undefined when it accepts the query. */
export const bulkProblem = (schema: GraphQLSchema, { operations, fragments }: CheckedDocument): string | undefined => {
  const found: Found = { connections: 0, problems: [] };
  const walk = (place: Place, selections: SelectionSetNode | undefined): void => {
    const all = fieldsOf(fragments, place.type, selections);
    const names = all.map(({ field }) => (field.alias === undefined ? field.name.value : ''));
    for (const { type: name, field } of all) {
      const parent = schema.getType(name);
      const definition =
        isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
      if (definition === undefined) continue;
      const type = getNamedType(definition.type).name;
      if (type.endsWith('Connection')) checkConnection(field, place, names, found);
      const isInside = type.endsWith('Connection');
      const isList = isListType(getNullableType(definition.type)) && !type.endsWith('Edge');
      walk(
        { type, depth: place.depth + (isInside ? 1 : 0), isInList: (place.isInList && !isInside) || isList },
        field.selectionSet,
      );
    }
  };
  const [operation] = operations;
  const roots = fieldsOf(fragments, 'QueryRoot', operation?.selectionSet).map(({ field }) => field.name.value);
  if (roots.includes('node')) return 'Bulk queries cannot contain a top level `node` field.';
  walk({ type: 'QueryRoot', depth: 0, isInList: false }, operation?.selectionSet);
  if (found.connections === 0) return 'Bulk queries must contain at least one connection.';
  if (found.connections > most.connections) return 'Bulk queries cannot contain more than 5 connections.';
  return found.problems[0];
};

/** A bulk query has no page sizes; the executor here needs them. */
const withSizes = (schema: GraphQLSchema, document: DocumentNode): DocumentNode => {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        leave: (field) => {
          const type = types.getType();
          return type && getNamedType(type).name.endsWith('Connection') ? withFirst(field) : undefined;
        },
      },
    }),
  );
};

/** No list of a sample order is longer. */
const whole = 250;

const withFirst = (field: FieldNode): FieldNode => ({
  ...field,
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'first' },
      value: { kind: Kind.INT, value: String(whole) },
    },
  ],
});

type Json = Readonly<Record<string, unknown>>;

const nodesIn = (value: unknown): readonly Json[] | undefined => {
  const edges = isRecord(value) ? value['edges'] : undefined;
  return Array.isArray(edges)
    ? edges.flatMap((edge) => (isRecord(edge) && isRecord(edge['node']) ? [edge['node']] : []))
    : undefined;
};

const linesOf = (node: Json, parentId?: unknown): readonly string[] => {
  const plain: Record<string, unknown> = {};
  const children: string[] = [];
  for (const [name, value] of Object.entries(node)) {
    const nodes = nodesIn(value);
    if (nodes === undefined) plain[name] = value;
    else children.push(...nodes.flatMap((child) => linesOf(child, node['id'])));
  }
  return [lineOf(parentId === undefined ? plain : { ...plain, __parentId: parentId }), ...children];
};

/** Slashes are escaped as Shopify escapes them. */
const lineOf = (value: Json): string => `${JSON.stringify(value).replaceAll('/', '\\/')}\n`;

const fieldsOf = (
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  type: string,
  selections: SelectionSetNode | undefined,
): readonly { readonly type: string; readonly field: FieldNode }[] =>
  (selections?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [{ type, field: node }];
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    return fieldsOf(fragments, fragment?.typeCondition?.name.value ?? type, fragment?.selectionSet);
  });

const checkConnection = (field: FieldNode, place: Place, siblings: readonly string[], found: Found): void => {
  found.connections += 1;
  const selected = (field.selectionSet?.selections ?? []).map((one) => (one.kind === Kind.FIELD ? one.name.value : ''));
  if (place.isInList) {
    found.problems.push('Queries that contain a connection field within a list field are not currently supported.');
  }
  if (place.depth > most.depth)
    found.problems.push('Bulk queries cannot contain connections with a nesting depth greater than 2.');
  if (selected.includes('nodes')) {
    found.problems.push(
      "All connection fields in a bulk query must select their contents using 'edges' > 'node'. " +
        "Selecting via 'nodes' is not supported.",
    );
  }
  if (place.depth > 0 && !siblings.includes('id')) {
    found.problems.push("The parent 'node' field for a nested connection must select the 'id' field without an alias.");
  }
};

/** The root list of the query; undefined when it is not a list of orders. */
const rootOf = ({ operations }: CheckedDocument): FieldNode | undefined =>
  operations[0]?.selectionSet.selections.find(
    (one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === 'orders',
  );

const filterOf = (root: FieldNode): string => {
  const value = (root.arguments ?? []).find(({ name }) => name.value === 'query')?.value;
  return value?.kind === Kind.STRING ? value.value : '';
};
