import ts from 'typescript';
import { configurationSettings } from '../../src/app/configuration/read-configuration.ts';
import type { JsonSchema } from '../../src/domain/json-schema.ts';

const file = 'src/app/configuration/config-file.ts';

/** The JSON schema (draft 7) of a configuration: the settings that are read, with the sentences of `TaxNexusConfig`. */
export const configSchema = (): object => {
  // With accounts, so that the key of the service may be left out.
  const { schema } = configurationSettings({ accounts: {} }, { folder: '/', env: {} });
  if (schema === null) throw new Error('a file can hold a configuration');
  const { checker, root } = typeOfConfiguration();
  const definitions: Record<string, JsonSchema> = {};

  const sentenceOf = (symbol: ts.Symbol): string =>
    ts
      .displayPartsToString(symbol.getDocumentationComment(checker))
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim();

  const withSentences = (schema: JsonSchema, type: ts.Type): JsonSchema => {
    if (schema.anyOf !== undefined) {
      return { ...schema, anyOf: schema.anyOf.map((one) => withSentences(one, type)) };
    }
    const types = type.isUnion() ? type.types : [type];
    if (schema.items !== undefined) {
      const list = types.find((one) => checker.isArrayType(one));
      const [item] = list === undefined ? [] : checker.getTypeArguments(list as ts.TypeReference);
      return item === undefined ? schema : { ...schema, items: withSentences(schema.items, item) };
    }
    const { properties, additionalProperties } = schema;
    if (properties === undefined) {
      const values = types.map((one) => one.getStringIndexType()).find((one) => one !== undefined);
      return typeof additionalProperties !== 'object' || values === undefined
        ? schema
        : { ...schema, additionalProperties: withSentences(additionalProperties, values) };
    }
    const names = Object.keys(properties);
    const written = types.find((one) => names.every((name) => one.getProperty(name) !== undefined));
    if (written === undefined) throw new Error(`no type has the settings ${names.join(', ')}`);
    const described = {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const symbol = written.getProperty(name);
          if (symbol === undefined) throw new Error(`no type has the setting ${name}`);
          const description = sentenceOf(symbol);
          const inner = withSentences(property, checker.getTypeOfSymbol(symbol));
          return [name, { ...inner, ...(description !== '' && { description }) }];
        }),
      ),
    };
    const alias = written.aliasSymbol?.declarations?.some((one) => !one.getSourceFile().isDeclarationFile);
    const symbol = alias === true ? written.aliasSymbol : written.isClassOrInterface() ? written.symbol : undefined;
    const name = symbol?.name;
    if (name === undefined || written === root) return described;
    return referenceTo(name, described);
  };

  /** A storefront of one type may be written in two ways. */
  const referenceTo = (name: string, described: JsonSchema): JsonSchema => {
    const known = Object.entries(definitions).find(([, one]) => JSON.stringify(one) === JSON.stringify(described));
    const key = known?.[0] ?? (name in definitions ? `${name}2` : name);
    definitions[key] = described;
    return { $ref: `#/definitions/${key}` };
  };

  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of the tax-nexus command line',
    ...withSentences(schema, root),
    definitions,
  };
};

const typeOfConfiguration = (): { readonly checker: ts.TypeChecker; readonly root: ts.Type } => {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const declared = program
    .getSourceFile(file)
    ?.statements.find(
      (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === 'TaxNexusConfig',
    );
  if (declared === undefined) throw new Error('TaxNexusConfig is declared');
  return { checker, root: checker.getTypeAtLocation(declared) };
};
