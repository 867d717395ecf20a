import { join } from 'node:path';
import ts from 'typescript';
import { checker, exported, ownOf, programOf, root } from './public-doors.ts';

/** A piece of code that docs show, and where. */
export interface Block {
  readonly where: string;
  readonly code: string;
}

/** The `@example` blocks of everything that the doors hand out. */
export const examplesOfDoors = (): readonly Block[] =>
  exported.flatMap(({ door, symbol }) => {
    return ownOf(symbol)
      .getJsDocTags(checker)
      .filter(({ name }) => name === 'example')
      .map(({ text }) => ({ where: `${door}: ${symbol.name}`, code: ts.displayPartsToString(text) }));
  });

const mentions = (code: string, name: string): boolean => new RegExp(`(?<![./\\w'-])${name}(?![\\w'-])`).test(code);

const declares = (code: string, name: string): boolean =>
  new RegExp(`(import[^;]*[{,*\\s]|const\\s+(?:[{[][^}\\]]*)?)${name}\\b`).test(code);

const imports = new Map(
  exported.map(({ door, symbol }) => {
    const kind = ownOf(symbol).flags & ts.SymbolFlags.Value ? '' : 'type ';
    return [symbol.name, `import ${kind}{ ${symbol.name} } from '${door}';`] as const;
  }),
);

/** What a block takes for granted: a line that declares it, by its name. What the package exports is granted always. */
export type Given = Readonly<Record<string, string>>;

const around = (code: string, given: Given): readonly string[] =>
  [...new Map([...Object.entries(given), ...imports])]
    .filter(([name]) => mentions(code, name) && !declares(code, name))
    .map(([, line]) => line);

/**
 * What the compiler has against each block, empty where nothing. Each block is its own module, in which the package is
 * imported by its name and means the sources.
 *
 * @param given what a host has around the code that is shown
 * @param files of the disk that are looked at as well
 * @param neighbors declarations of files that blocks import from their own folder
 */
export const complaintsAbout = (
  blocks: readonly Block[],
  given: Given,
  files: readonly string[] = [],
  neighbors = '',
): ReadonlyMap<string, readonly string[]> => {
  const paths = blocks.map((_, at) => join(root, `test/docs/block-${at}.ts`));
  const memory = new Map(
    blocks.map(({ code }, at) => [paths[at] ?? '', [...around(code, given), 'export {};', code].join('\n')] as const),
  );
  memory.set(join(root, 'test/docs/neighbors.d.ts'), neighbors);
  const program = programOf(
    memory,
    files.map((path) => join(root, path)),
  );
  const printed = (path: string): readonly string[] => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    );
  };
  return new Map([
    ...blocks.map(({ where }, at) => [where, printed(paths[at] ?? '')] as const),
    ...files.map((path) => [path, printed(join(root, path))] as const),
  ]);
};
