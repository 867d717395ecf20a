import ts from 'typescript';
import { checker, doors, exported, ownOf } from './public-doors.ts';

const printer = ts.createPrinter({ removeComments: true });
const written: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

const isType = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

/** A class without what its constructor does. */
const faceOf = (node: ts.Node): ts.Node =>
  ts.isClassDeclaration(node)
    ? ts.factory.updateClassDeclaration(
        node,
        node.modifiers,
        node.name,
        node.typeParameters,
        node.heritageClauses,
        node.members.map((member) =>
          ts.isConstructorDeclaration(member)
            ? ts.factory.updateConstructorDeclaration(member, member.modifiers, member.parameters, undefined)
            : member,
        ),
      )
    : node;

const printed = (node: ts.Node): string =>
  printer.printNode(ts.EmitHint.Unspecified, faceOf(node), node.getSourceFile());

const named: ReadonlySet<ts.Symbol> = new Set(exported.map(({ symbol }) => ownOf(symbol)));

/** The interfaces that one extends and that have no exported name: hosts see their members as its own. */
const partsOf = (node: ts.InterfaceDeclaration): readonly ts.InterfaceDeclaration[] =>
  (node.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap(({ expression, typeArguments = [] }) => {
      const found = checker.getSymbolAtLocation(expression);
      const own = found === undefined ? undefined : ownOf(found);
      if (own === undefined || named.has(own)) return [];
      const given = typeArguments.map((one) => one.getText()).join();
      return (own.declarations ?? [])
        .filter(ts.isInterfaceDeclaration)
        .filter(({ typeParameters = [] }) => typeParameters.map(({ name }) => name.text).join() === given);
    });

const membersOf = (node: ts.InterfaceDeclaration): readonly string[] => [
  ...partsOf(node).flatMap(membersOf),
  ...node.members.map(printed),
];

/** An interface with the members of its parts. */
const textOf = (node: ts.Node): string => {
  if (!ts.isInterfaceDeclaration(node) || partsOf(node).length === 0) return printed(node);
  const parts = new Set(partsOf(node).map(({ name }) => name.text));
  const kept = (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.filter(({ expression }) => !parts.has(expression.getText())),
  );
  const { factory } = ts;
  const head = factory.updateInterfaceDeclaration(
    ...([node, node.modifiers, node.name, node.typeParameters] as const),
    kept.length === 0 ? undefined : [factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, kept)],
    [],
  );
  const text = printer.printNode(ts.EmitHint.Unspecified, head, node.getSourceFile());
  return text.replace(/\{\s*\}$/, `{ ${membersOf(node).join(' ')} }`);
};

/** What a user sees of an export: a type as it is written, the type of a value. No comments, on one line. */
const signatureOf = (symbol: ts.Symbol): string => {
  const own = ownOf(symbol);
  const types = (own.declarations ?? []).filter(isType);
  const texts = types.map(textOf);
  if (texts.length === 0) {
    const type = checker.getBaseTypeOfLiteralType(checker.getTypeOfSymbol(own));
    texts.push(`const ${own.name}: ${checker.typeToString(type, undefined, written)}`);
  }
  return texts
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^export /, '');
};

/** The public interface of the package, door by door, a line for each name. */
export const publicInterface = (): string =>
  Object.keys(doors)
    .map((door) => {
      const lines = exported.filter((one) => one.door === door).map(({ symbol }) => signatureOf(symbol));
      return `${[door, ...lines.sort().map((line) => `  ${line}`)].join('\n')}\n`;
    })
    .join('\n');
