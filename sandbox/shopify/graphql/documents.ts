/** Checks a GraphQL document against Shopify's schema of its version, once for each text. */
import {
  buildSchema,
  type GraphQLSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { adminSchema2026_07 } from '../schema/admin-2026-07.ts';
import { adminSchema2026_10 } from '../schema/admin-2026-10.ts';

export type ServedVersion = '2026-07' | '2026-10';

const built = new Map<ServedVersion, GraphQLSchema>();

const texts: Readonly<Record<ServedVersion, string>> = {
  '2026-07': adminSchema2026_07,
  '2026-10': adminSchema2026_10,
};

/** The schema of a version, built at its first use. */
export const schemaOf = (version: ServedVersion): GraphQLSchema => {
  const schema = built.get(version) ?? buildSchema(texts[version], { assumeValid: true });
  built.set(version, schema);
  return schema;
};

/** Which version answers a request: an expired one falls forward to the oldest; a future one has no answer. */
export const servedVersion = (asked: string): ServedVersion | undefined => {
  if (asked === '2026-07' || asked === '2026-10') return asked;
  return /^20\d\d-\d\d$/.test(asked) && asked < '2026-07' ? '2026-07' : undefined;
};

/** A document that has been read and checked against the schema. */
export interface CheckedDocument {
  readonly document: DocumentNode;
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

const documentsOf = new WeakMap<GraphQLSchema, Map<string, CheckedDocument | readonly GraphQLError[]>>();

const remembered = 100;

/** Shared by all shops of a process. Errors are those of graphql-js. */
export const documentCache = (schema: GraphQLSchema): ((text: string) => CheckedDocument | readonly GraphQLError[]) => {
  const known = documentsOf.get(schema) ?? new Map<string, CheckedDocument | readonly GraphQLError[]>();
  documentsOf.set(schema, known);
  return (text) => {
    const checked = known.get(text) ?? check(schema, text);
    if (known.size >= remembered) known.clear();
    known.set(text, checked);
    return checked;
  };
};

const check = (schema: GraphQLSchema, text: string): CheckedDocument | readonly GraphQLError[] => {
  try {
    const document = parse(text);
    const errors = validate(schema, document);
    if (errors.length > 0) return errors;
    const { definitions } = document;
    const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    return {
      document,
      operations: definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION),
      fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    };
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('syntax error')];
  }
};
