/** Answers one GraphQL request as Shopify does: its cost and throttling, its refusals, its words for errors, and its warnings. */
import {
  defaultFieldResolver,
  GraphQLError,
  type GraphQLFieldResolver,
  execute,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getVariableValues,
  type GraphQLFormattedError,
  GraphQLIncludeDirective,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Access, allScopes, refusalOf } from './access.ts';
import type { Answer } from '../answers/answer.ts';
import type { BucketOptions } from '../sample-shop-options.ts';
import type { CheckedDocument } from './documents.ts';
import type { SearchReport } from './order-search.ts';

const documentation = 'https://shopify.dev/api/usage/access-scopes';

/** Reads a field; for a field that the app may not read, returns null with an error. */
export const fieldResolver = (access: Access): GraphQLFieldResolver<unknown, unknown> => {
  const seesAll = access.protectedCustomerData === 'level 2' && allScopes.every((scope) => access.scopes.has(scope));
  if (seesAll) return defaultFieldResolver;
  return (source, args: Record<string, unknown>, context, info): unknown => {
    const refusal = refusalOf(access, info.parentType.name, info.fieldName);
    // Shopify does not refuse an empty field, which reveals nothing.
    const value: unknown = defaultFieldResolver(source, args, context, info);
    if (refusal === undefined || value === null) return value;
    throw new GraphQLError(refusal, { extensions: { code: 'ACCESS_DENIED', documentation } });
  };
};

/** A leaky bucket: a query is charged its requested cost, and the unused part is returned. */
interface Bucket {
  /** Takes the points if there are enough, and returns whether there were. */
  readonly take: (points: number) => boolean;
  readonly giveBack: (points: number) => void;
  readonly status: () => BucketOptions & { readonly currentlyAvailable: number };
}

/** Null: a bucket that is always full. */
export const bucket = (options: BucketOptions | null, now: () => number): Bucket => {
  const { maximumAvailable, restoreRate } = options ?? { maximumAvailable: 20_000, restoreRate: 1000 };
  let available = maximumAvailable;
  let last = now();
  const refill = (): void => {
    const at = now();
    available = Math.min(maximumAvailable, available + ((at - last) / 1000) * restoreRate);
    last = at;
  };
  return {
    take: (points) => {
      if (options === null) return true;
      refill();
      if (points > available) return false;
      available -= points;
      return true;
    },
    giveBack: (points) => {
      available = Math.min(maximumAvailable, available + points);
    },
    status: () => ({ maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate }),
  };
};

export interface Executor {
  readonly schema: GraphQLSchema;
  readonly check: (text: string) => CheckedDocument | readonly GraphQLError[];
  readonly bucket: Bucket;
  readonly access: Access;
  readonly rootFor: (report: (search: readonly SearchReport[]) => void) => Answer;
}

interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const maxPoints = 1000;

const throttled = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' };

/** The status is always 200; errors are in the body, the cost and the warnings in the extensions. */
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
  if (cost > maxPoints) return tooCostly(cost);
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

const refused = (errors: readonly GraphQLError[], otherwise: string): Answer => ({
  errors: errors.map((error) => shopifyError(error, otherwise)),
});

interface Known {
  readonly pattern: RegExp;
  readonly toMessage: (...parts: readonly string[]) => string;
  readonly toExtensions: (...parts: readonly string[]) => Readonly<Record<string, unknown>>;
}

/** Messages of graphql-js, and Shopify's messages for the same errors. */
const known: readonly Known[] = [
  {
    pattern: /^Cannot query field "(\w+)" on type "(\w+)"/,
    toMessage: (field, type) => `Field '${field}' doesn't exist on type '${type}'`,
    toExtensions: (fieldName, typeName) => ({ code: 'undefinedField', typeName, fieldName }),
  },
  {
    pattern: /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/,
    toMessage: (argument, field) => `Field '${field}' doesn't accept argument '${argument}'`,
    toExtensions: (argumentName, name) => ({ code: 'argumentNotAccepted', name, typeName: 'Field', argumentName }),
  },
  {
    pattern: /^Field "(\w+)" argument "(\w+)" of type "([^"]+)" is required/,
    toMessage: (field, argument) => `Field '${field}' is missing required arguments: ${argument}`,
    toExtensions: (name, argument) => ({
      code: 'missingRequiredArguments',
      className: 'Field',
      name,
      arguments: argument,
    }),
  },
  {
    pattern: /^Field "(\w+)" of type "([^"]+)" must have a selection of subfields/,
    toMessage: (field, type = '') =>
      `Field must have selections (field '${field}' returns ${type.replace(/[[\]!]/g, '')} but has no selections.)`,
    toExtensions: (field) => ({ code: 'selectionMismatch', nodeName: `field '${field}'` }),
  },
  {
    pattern: /^Variable "\$(\w+)"/,
    toMessage: (name) => `Variable $${name} was provided invalid value`,
    toExtensions: () => ({ code: 'INVALID_VARIABLE' }),
  },
];

/** An error in Shopify's words and with its code; `otherwise` is the code of unknown errors. */
const shopifyError = (error: GraphQLError, otherwise: string): GraphQLFormattedError => {
  const json = error.toJSON();
  if (error.extensions['code'] !== undefined) return json;
  for (const { pattern, toMessage, toExtensions } of known) {
    const match = pattern.exec(error.message);
    if (match === null) continue;
    const parts = match.slice(1);
    return { ...json, message: toMessage(...parts), extensions: toExtensions(...parts) };
  }
  return { ...json, extensions: { code: otherwise } };
};

/** The input of a cost: an operation with its fragments and variables. */
interface Costed {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The cost of a query, as far as Shopify's rules are known: scalars nothing, an object 1, a connection 2 and its page by the
 * logarithm of its size, a count 10, a mutation 10.
 */
const queryCost = (costed: Costed): number => {
  const { schema, operation } = costed;
  const root = schema.getRootType(operation.operation) ?? undefined;
  const base = operation.operation === OperationTypeNode.MUTATION ? 10 : 0;
  return base + selectionCost(costed, root, operation.selectionSet);
};

type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** Among the branches for single types, only the most expensive counts, because an object has one type. */
const selectionCost = (
  costed: Costed,
  parent: Composite | undefined,
  selections: SelectionSetNode | undefined,
): number => {
  let sum = 0;
  const branches = new Map<string, number>();
  for (const node of selections?.selections ?? []) {
    if (isLeftOut(costed, node)) continue;
    if (node.kind === Kind.FIELD) {
      sum += parent === undefined ? 0 : fieldCost(costed, parent, node);
      continue;
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? costed.fragments.get(node.name.value) : node;
    const named = fragment?.typeCondition && costed.schema.getType(fragment.typeCondition.name.value);
    const type = isObjectType(named) || isInterfaceType(named) ? named : parent;
    const cost = selectionCost(costed, type, fragment?.selectionSet);
    if (type === parent || !isObjectType(type)) sum += cost;
    else branches.set(type.name, (branches.get(type.name) ?? 0) + cost);
  }
  return sum + Math.max(0, ...branches.values());
};

const isLeftOut = ({ variables }: Costed, node: SelectionNode): boolean =>
  node.directives !== undefined &&
  node.directives.length > 0 &&
  (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] === false);

const free = new Set(['MoneyBag', 'MoneyV2', 'PageInfo']);

const fieldCost = (costed: Costed, parent: Composite, node: FieldNode): number => {
  const field = parent.getFields()[node.name.value];
  if (field === undefined) return 0;
  const type = getNamedType(field.type);
  if (isLeafType(type) || free.has(type.name)) return 0;
  if (type.name === 'Count') return 10;
  const inner = isObjectType(type) || isInterfaceType(type) ? type : undefined;
  const children = selectionCost(costed, inner, node.selectionSet);
  if (type.name.endsWith('Edge')) return children;
  if (!type.name.endsWith('Connection')) return 1 + children;
  const { first, last } = getArgumentValues(field, node, costed.variables);
  // The page's size counts for `nodes` or `edges`, so they add nothing.
  return 2 + weight(Number(first ?? last ?? 0)) * children;
};

/** The weight of a page of `n`, fitted on recorded costs of real shops: large pages are cheap. */
const weight = (n: number): number => (n <= 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(n))));

const tooCostly = (cost: number): Answer => ({
  errors: [
    {
      message: `Query cost is ${cost}, which exceeds the single query max cost limit (${maxPoints}).`,
      extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: maxPoints, documentation: throttled.documentation },
    },
  ],
});

/** The estimated share of its requested cost that a query used: in proportion to the largest of its root lists. */
const usedShare = ({ data }: ExecutionResult, variables: Readonly<Record<string, unknown>>): number => {
  const first = variables['first'];
  const sizes = Object.values(data ?? {}).flatMap((root) =>
    typeof root === 'object' && root !== null && 'nodes' in root && Array.isArray(root.nodes)
      ? [root.nodes.length]
      : [],
  );
  return typeof first === 'number' && first > 0 && sizes.length > 0 ? Math.min(1, Math.max(...sizes) / first) : 1;
};
