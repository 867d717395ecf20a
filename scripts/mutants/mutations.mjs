import ts from 'typescript';

const swapped = new Map([
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
  ['%', ['*']],
  ['&&', ['||']],
  ['||', ['&&']],
]);

const isConditionOf = (node, parent) =>
  (ts.isIfStatement(parent) && parent.expression === node) ||
  (ts.isConditionalExpression(parent) && parent.condition === node);

/** A string that is a name of a module, a property or a tag is not a value: to change it is to break the syntax. */
const isValue = (node, parent) =>
  !(
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isExpressionStatement(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
    parent.name === node
  );

/** What may stand in place of an expression. */
const replacementsOf = (node, source) => {
  const { parent } = node;
  const text = (part) => part.getText(source);
  const all = [];
  if (ts.isExpression(node) && isConditionOf(node, parent)) all.push('true', 'false');
  if (ts.isBinaryExpression(node)) {
    const operator = text(node.operatorToken);
    for (const other of swapped.get(operator) ?? []) all.push(`${text(node.left)} ${other} ${text(node.right)}`);
    if (operator === '??') all.push(text(node.left), text(node.right));
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    all.push(text(node.operand));
  if (node.kind === ts.SyntaxKind.TrueKeyword) all.push('false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) all.push('true');
  if (!isValue(node, parent)) return all;
  // A long time or a large size changed by one alters too little to be found.
  if (ts.isNumericLiteral(node))
    all.push(`${text(node)} ${Number(node.text.replaceAll('_', '')) < 100 ? '+ 1' : '* 2'}`);
  if (ts.isBigIntLiteral(node)) all.push(`${text(node)} + 1n`);
  if (ts.isStringLiteralLike(node)) all.push(node.text === '' ? "'mutated'" : "''");
  if (ts.isTemplateExpression(node)) all.push("''");
  return all;
};

const isBodyOfFunction = (node, parent) =>
  ts.isBlock(node) && node.statements.length > 1 && ts.isFunctionLike(parent) && !ts.isConstructorDeclaration(parent);

/**
 * All changes of a file, in the order of its text: `{ node, line, kind, from, to }`. The order is the same for the same text,
 * so that an index names a change in another process.
 */
export const mutationsOf = (path, text) => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const found = [];
  const add = (node, kind, from, to) =>
    found.push({ node, kind, from, to, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const to of replacementsOf(node, source)) add(node, 'replace', node.getText(source), to);
    if (ts.isExpressionStatement(node)) add(node, 'remove', node.getText(source), '(removed)');
    if (isBodyOfFunction(node, node.parent)) add(node, 'return', '{ …', '{ return; …');
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return { source, found };
};

/** The text with the changes in it, each behind `__mutant(id)`. @param {Map<number, number>} chosen index to id */
export const withMutants = (path, text, chosen) => {
  const { source, found } = mutationsOf(path, text);
  const byNode = new Map();
  for (const [index, id] of chosen)
    byNode.set(found[index].node, [...(byNode.get(found[index].node) ?? []), { ...found[index], id }]);
  const render = (node) => {
    let inner = '';
    let at = node.getStart(source);
    ts.forEachChild(node, (child) => {
      const start = child.getStart(source);
      if (start < at || child.getEnd() === start) return;
      inner += text.slice(at, start) + render(child);
      at = child.getEnd();
    });
    inner += text.slice(at, node.getEnd());
    for (const { kind, to, id } of byNode.get(node) ?? []) {
      if (kind === 'replace') inner = `(__mutant(${id}) ? (${to}) : (${inner}))`;
      // In braces, or an `else` that follows would belong to it.
      else if (kind === 'remove') inner = `{ if (!__mutant(${id})) {${inner}} }`;
      else inner = `{ if (__mutant(${id})) return;${inner.slice(1)}`;
    }
    return inner;
  };
  return text.slice(0, source.getStart(source)) + render(source);
};
