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

/** What a user sees of an export: a type as it is written, the type of a value. No comments, on one line. */
const signatureOf = (symbol: ts.Symbol): string => {
  const own = ownOf(symbol);
  const types = (own.declarations ?? []).filter(isType);
  const texts = types.map((node) => printer.printNode(ts.EmitHint.Unspecified, faceOf(node), node.getSourceFile()));
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
