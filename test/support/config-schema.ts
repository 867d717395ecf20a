import ts from 'typescript';

const file = 'src/app/configuration/config-file.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a schema of a type needs: the compiler's view of it. */
const checkerOf = (): { readonly checker: ts.TypeChecker; readonly root: ts.Type } => {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const declared = source?.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === 'TaxNexusConfig',
  );
  if (declared === undefined) throw new Error('TaxNexusConfig is declared');
  return { checker, root: checker.getTypeAtLocation(declared) };
};

/** The JSON schema (draft 7) of `TaxNexusConfig`: what only code can hold is left out. */
export const configSchema = (): JsonSchema => {
  const { checker, root } = checkerOf();
  const definitions: Record<string, JsonSchema> = {};

  const textOf = (parts: readonly ts.SymbolDisplayPart[] | undefined): string =>
    ts
      .displayPartsToString([...(parts ?? [])])
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim();
  const isFunction = (type: ts.Type): boolean => type.getCallSignatures().length > 0;
  /** A connector holds functions, and none of it is data. */
  const isCode = (type: ts.Type): boolean =>
    isFunction(type) || type.getProperties().some((one) => one.name === 'readPage');

  const union = (types: readonly ts.Type[]): JsonSchema | undefined => {
    const texts = types.flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
    const isBoolean = types.some(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const others = types.filter((type) => !type.isStringLiteral() && !(type.flags & ts.TypeFlags.BooleanLiteral));
    const all: readonly JsonSchema[] = [
      ...(texts.length === 0 ? [] : [{ enum: texts }]),
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...others.map(schemaOf).filter((one) => one !== undefined),
    ];
    return all.length < 2 ? all[0] : { anyOf: all };
  };

  const objectOf = (type: ts.Type): JsonSchema => {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const symbol of type.getProperties()) {
      const declared = symbol.valueDeclaration ?? symbol.declarations?.[0];
      const of =
        declared === undefined ? checker.getTypeOfSymbol(symbol) : checker.getTypeOfSymbolAtLocation(symbol, declared);
      const made = schemaOf(checker.getNonNullableType(of).flags === of.flags ? of : withoutUndefined(of));
      if (made === undefined) continue;
      const tags = Object.fromEntries(
        symbol
          .getJsDocTags(checker)
          .flatMap(({ name, text }) =>
            name === 'minimum' || name === 'maximum' ? [[name, Number(textOf(text))]] : [],
          ),
      );
      const description = textOf(symbol.getDocumentationComment(checker));
      properties[symbol.name] = { ...made, ...tags, ...(description !== '' && { description }) };
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name);
    }
    return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 && { required }) };
  };

  const withoutUndefined = (type: ts.Type): ts.Type => {
    if (!type.isUnion()) return type;
    const hasNull = type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
    return hasNull ? type : checker.getNonNullableType(type);
  };

  const schemaOf = (type: ts.Type): JsonSchema | undefined => {
    const { flags } = type;
    if (flags & ts.TypeFlags.Undefined || isCode(type)) return undefined;
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isUnion()) return union(type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined)));
    if (type.isStringLiteral()) return { enum: [type.value] };
    if (flags & ts.TypeFlags.String) return { type: 'string', minLength: 1 };
    if (flags & ts.TypeFlags.Number) return { type: 'integer' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Unknown) return {};
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: item === undefined ? {} : (schemaOf(item) ?? {}) };
    }
    const values = type.getStringIndexType();
    if (values !== undefined) return { type: 'object', additionalProperties: schemaOf(values) ?? {} };
    const name = type.isClassOrInterface() ? type.symbol.name : undefined;
    // A connector of the host's own is code, and so is a storefront with one.
    if (name === 'OwnConfig') return undefined;
    if (name === undefined) return objectOf(type);
    definitions[name] ??= objectOf(type);
    return { $ref: `#/definitions/${name}` };
  };

  const top = objectOf(root);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of the tax-nexus command line',
    ...top,
    definitions,
  };
};
