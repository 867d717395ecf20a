import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** Path of a file, with `/`, from the top folder: what it imports, as it is written there. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

/** Every import of a source text: static, dynamic, re-exported, and of types alone. TypeScript's scanner loses some behind a regular expression. */
export const importsOf = (text: string): readonly string[] => {
  const found: string[] = [];
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    if (isDynamicImport(node)) add(node.arguments[0]);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('text.ts', text, ts.ScriptTarget.Latest));
  return found;
};

/** The imports of a source text that are run only when the line with `import()` is. */
export const lazyImportsOf = (text: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [specifier] = isDynamicImport(node) ? node.arguments : [];
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('text.ts', text, ts.ScriptTarget.Latest));
  return found;
};

/** The imports of every TypeScript file in the folders, read from the disk. */
export const readImports = (top: string, folders: readonly string[]): ImportGraph =>
  new Map(
    folders.flatMap((folder) =>
      readdirSync(posix.join(top, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
        .filter((path) => /\.tsx?$/.test(path))
        .map((path): [string, readonly string[]] => [path, importsOf(readFileSync(posix.join(top, path), 'utf8'))]),
    ),
  );

export const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/** The path that a relative import means. */
export const targetOf = (path: string, specifier: string): string => posix.join(posix.dirname(path), specifier);

/** `fp-ts` of `fp-ts/lib/Either.js`, `@clack/prompts` of itself, `node:fs` of `node:fs/promises`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** A way from a file back to itself, file by file; nothing when there is none. */
export const circleIn = (graph: ImportGraph): readonly string[] => {
  const finished = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path)) return [];
    way.push(path);
    for (const specifier of (graph.get(path) ?? []).filter(isRelative)) {
      const circle = visit(targetOf(path, specifier));
      if (circle.length > 0) return circle;
    }
    way.pop();
    finished.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const circle = visit(path);
    if (circle.length > 0) return circle;
  }
  return [];
};

/** The same graph between the folders within one folder: a folder's name, and the names of the ones that its files import from. */
export const betweenFolders = (graph: ImportGraph, within: string): ImportGraph => {
  const folderOf = (path: string): string | undefined =>
    path.startsWith(`${within}/`) ? /^([^/]+)\//.exec(path.slice(within.length + 1))?.[1] : undefined;
  const folders = new Map<string, string[]>();
  for (const [path, specifiers] of graph) {
    const folder = folderOf(path);
    if (folder === undefined) continue;
    const others = specifiers
      .filter(isRelative)
      .map((specifier) => folderOf(targetOf(path, specifier)))
      .filter((other) => other !== undefined && other !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others.map((other) => `./${String(other)}`)]);
  }
  return folders;
};
