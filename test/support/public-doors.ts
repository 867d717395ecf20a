import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The doors of the package, by the name that a host imports. */
export const doors: Readonly<Record<string, string>> = {
  'tax-nexus-sync': 'src/index.ts',
  'tax-nexus-sync/engine': 'src/engine.ts',
  'tax-nexus-sync/connector': 'src/connector.ts',
  'tax-nexus-sync/shopify': 'connectors/shopify/index.ts',
  'tax-nexus-sync/stripe': 'connectors/stripe/index.ts',
  'tax-nexus-sync/node': 'src/adapters/node.ts',
  'tax-nexus-sync/express': 'src/adapters/express.ts',
  'tax-nexus-sync/fastify': 'src/adapters/fastify.ts',
  'tax-nexus-sync/sandbox': 'sandbox/index.ts',
  'tax-nexus-sync/testing': 'src/testing/index.ts',
};

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  root,
);
const settings: ts.CompilerOptions = {
  ...options,
  noEmit: true,
  allowJs: true,
  // Rules of this code base, not of a host's.
  noPropertyAccessFromIndexSignature: false,
  paths: Object.fromEntries(Object.entries(doors).map(([name, path]) => [name, [join(root, path)]])),
};

const parsed = new Map<string, ts.SourceFile | undefined>();

/** A program of what is on the disk, and of files that are only in memory. What lies on the disk is parsed once. */
export const programOf = (memory: ReadonlyMap<string, string>, onDisk: readonly string[]): ts.Program => {
  const host = ts.createCompilerHost(settings, true);
  const ofDisk: typeof host.getSourceFile = (path, language, ...rest) => {
    if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, language, ...rest));
    return parsed.get(path);
  };
  return ts.createProgram([...memory.keys(), ...onDisk], settings, {
    ...host,
    fileExists: (path) => memory.has(path) || host.fileExists(path),
    readFile: (path) => memory.get(path) ?? host.readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const text = memory.get(path);
      return text === undefined ? ofDisk(path, language, ...rest) : ts.createSourceFile(path, text, language, true);
    },
  });
};

const bare = programOf(
  new Map(),
  Object.values(doors).map((path) => join(root, path)),
);
export const checker = bare.getTypeChecker();

const exportsOf = (path: string): readonly ts.Symbol[] => {
  const file = bare.getSourceFile(join(root, path));
  const symbol = file && checker.getSymbolAtLocation(file);
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
};

/** Everything that the doors hand out. */
export const exported = Object.entries(doors).flatMap(([door, path]) =>
  exportsOf(path).map((symbol) => ({ door, symbol })),
);

/** The thing itself, behind the names under which it is handed on. */
export const ownOf = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Whether the package declares it: types of TypeScript, Node and dependencies have names for everyone. */
const isOurs = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((node) => !node.getSourceFile().fileName.includes('/node_modules/'));

const isNamedType = (symbol: ts.Symbol): boolean =>
  (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias)) !== 0;

/** The named types that a type leads to: by its properties, type arguments and results, and those of the types that it leads to. */
export const typesReachedBy = (start: ts.Type): ReadonlySet<ts.Symbol> => {
  const seen = new Set<ts.Type>([start]);
  const names = new Set<ts.Symbol>();
  for (const type of seen) {
    const named = [type.aliasSymbol, type.symbol].filter((symbol) => symbol !== undefined).filter(isOurs);
    for (const symbol of named) if (isNamedType(symbol)) names.add(symbol);
    for (const next of nextOf(type)) seen.add(next);
  }
  return names;
};

const isReference = (type: ts.Type): type is ts.TypeReference =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;

const nextOf = (type: ts.Type): readonly ts.Type[] => {
  if (type.isUnionOrIntersection()) return type.types;
  const given = [...(type.aliasTypeArguments ?? []), ...(isReference(type) ? checker.getTypeArguments(type) : [])];
  if ((type.flags & ts.TypeFlags.Object) === 0 || !isOurs(type.symbol)) return given;
  return [
    ...given,
    ...type.getCallSignatures().map((signature) => signature.getReturnType()),
    ...checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property)),
    ...checker.getIndexInfosOfType(type).map(({ type: value }) => value),
  ];
};

/** The dotted paths of a type's methods, such as `decisions.list`, and of the objects that have them. */
export const methodsOf = (type: ts.Type, path = ''): readonly { readonly path: string; readonly isMethod: boolean }[] =>
  checker.getPropertiesOfType(type).flatMap((property) => {
    const own = checker.getTypeOfSymbol(property);
    const isMethod = own.getCallSignatures().length > 0;
    const one = { path: `${path}${property.name}`, isMethod };
    return isMethod ? [one] : [one, ...methodsOf(own, `${one.path}.`)];
  });
