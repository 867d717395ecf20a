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
