import {
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

/** What a cost is computed from: an operation with its fragments and variables. */
export interface Costed {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Composite = GraphQLObjectType | GraphQLInterfaceType;

const free = new Set(['MoneyBag', 'MoneyV2', 'PageInfo']);

/** How much a page of `n` weighs. Fitted on recorded costs of real shops: big pages are cheap. */
const weight = (n: number): number => (n <= 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(n))));

const isLeftOut = ({ variables }: Costed, node: Parameters<typeof getDirectiveValues>[1]): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true ||
  getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] === false;

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
  // The connection's own `nodes` or `edges` is counted by the page, as the one that stands for each of its objects.
  return 2 + weight(Number(first ?? last ?? 0)) * children;
};

/** Of the branches for single types only the dearest counts: an object is of one type. */
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

/**
 * What a query costs, as far as Shopify's rules are known: scalars nothing, an object 1, a connection 2 and its page
 * by the logarithm of its size, a count 10, a mutation 10.
 */
export const queryCost = (costed: Costed): number => {
  const { schema, operation } = costed;
  const root = schema.getRootType(operation.operation) ?? undefined;
  const base = operation.operation === OperationTypeNode.MUTATION ? 10 : 0;
  return base + selectionCost(costed, root, operation.selectionSet);
};
