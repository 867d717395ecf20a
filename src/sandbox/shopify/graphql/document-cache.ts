import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';

/** A document that has been read and checked against the schema. */
export interface CheckedDocument {
  readonly document: DocumentNode;
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

const remembered = 100;

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

/** Checks documents, each text once. Errors are those of graphql-js. */
export const documentCache = (schema: GraphQLSchema): ((text: string) => CheckedDocument | readonly GraphQLError[]) => {
  const known = new Map<string, CheckedDocument | readonly GraphQLError[]>();
  return (text) => {
    const checked = known.get(text) ?? check(schema, text);
    if (known.size >= remembered) known.clear();
    known.set(text, checked);
    return checked;
  };
};
