import type { GraphQLError, GraphQLFormattedError } from 'graphql';

interface Known {
  readonly pattern: RegExp;
  readonly toMessage: (...parts: readonly string[]) => string;
  readonly toExtensions: (...parts: readonly string[]) => Readonly<Record<string, unknown>>;
}

/** What graphql-js says, and how Shopify says the same thing. */
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

/** An error in Shopify's words and with its code; `otherwise` is the code of what has no other. */
export const shopifyError = (error: GraphQLError, otherwise: string): GraphQLFormattedError => {
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
