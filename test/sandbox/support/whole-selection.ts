import {
  getNamedType,
  type GraphQLField,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLSchema,
  type GraphQLNamedType,
} from 'graphql';

/** Fields that lead back to where they came from. */
const backwards = new Set(['order', 'edges', 'refunds', 'returns', 'channelInformation']);

const argumentsOf = (field: GraphQLField<unknown, unknown>): string =>
  field.args.some(({ name }) => name === 'first') ? '(first: 5)' : '';

const fieldsOf = (schema: GraphQLSchema, type: GraphQLNamedType, depth: number): string => {
  if (isUnionType(type) || isInterfaceType(type)) {
    const possible = schema
      .getPossibleTypes(type)
      .map((one) => `... on ${one.name} { ${fieldsOf(schema, one, depth)} }`);
    return ['__typename', ...possible].join(' ');
  }
  if (!isObjectType(type)) return '__typename';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [nameIn(type, field)];
    if (depth === 0 || backwards.has(field.name)) return [];
    return [`${nameIn(type, field)}${argumentsOf(field)} { ${fieldsOf(schema, inner, depth - 1)} }`];
  });
  return ['__typename', ...fields].join(' ');
};

/** Under an alias, so that the types of a union may disagree on whether a field can be null. */
const nameIn = (type: GraphQLNamedType, field: GraphQLField<unknown, unknown>): string =>
  isNonNullType(field.type)
    ? `${type.name}_${field.name}: ${field.name}`
    : `${type.name}_${field.name}_: ${field.name}`;

/** Selects everything that a type has, down to a depth, without going in circles. */
export const wholeSelection = (schema: GraphQLSchema, typeName: string, depth: number): string => {
  const type = schema.getType(typeName);
  if (type === undefined) throw new Error(`the schema has no ${typeName}`);
  return fieldsOf(schema, type, depth);
};
