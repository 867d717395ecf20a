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
} from 'graphql';
import type { Access } from '../graphql/access.ts';
import { fieldResolver } from '../graphql/field-resolver.ts';
import type { Answer } from '../answers/answer.ts';
import { connectionOf } from '../answers/connection.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** No order of the sample has a list that is longer. */
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

const nodesIn = (value: unknown): readonly Json[] | undefined => {
  const edges = isJson(value) ? value['edges'] : undefined;
  return Array.isArray(edges)
    ? edges.flatMap((edge) => (isJson(edge) && isJson(edge['node']) ? [edge['node']] : []))
    : undefined;
};

/** Slashes are written as Shopify writes them. */
const lineOf = (value: Json): string => `${JSON.stringify(value).replaceAll('/', '\\/')}\n`;

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

/** The lines that one object of the root list becomes, children behind their parents; undefined when it is refused. */
export type BulkExecutor = (order: Answer) => readonly string[] | undefined;

/** Makes ready to write the results of one bulk query. */
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
