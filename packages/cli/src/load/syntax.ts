import type { ts } from 'ts-morph';

import { unwrap } from '../syntax/exported.js';

/** A function as a constant or a declaration. */
export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

/** The value of a literal that is no object and no array. */
export function scalarLiteral(tsc: typeof ts, node: ts.Expression): string | number | boolean | null | undefined {
  if (tsc.isStringLiteral(node) || tsc.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (tsc.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === tsc.SyntaxKind.TrueKeyword) return true;
  if (node.kind === tsc.SyntaxKind.FalseKeyword) return false;
  if (node.kind === tsc.SyntaxKind.NullKeyword) return null;
  if (!tsc.isPrefixUnaryExpression(node) || !tsc.isNumericLiteral(node.operand)) return undefined;
  if (node.operator === tsc.SyntaxKind.MinusToken) return -Number(node.operand.text);
  return node.operator === tsc.SyntaxKind.PlusToken ? Number(node.operand.text) : undefined;
}

export function functionOf(tsc: typeof ts, node: ts.Expression | ts.FunctionDeclaration): FunctionNode | undefined {
  if (tsc.isFunctionDeclaration(node)) return node;
  const value = unwrap(tsc, node);
  return tsc.isArrowFunction(value) || tsc.isFunctionExpression(value) ? value : undefined;
}

/** The expression that a function returns, if this is all it does. */
export function resultOf(tsc: typeof ts, { body, modifiers, asteriskToken }: FunctionNode): ts.Expression | undefined {
  const isAsync = modifiers?.some(({ kind }) => kind === tsc.SyntaxKind.AsyncKeyword) === true;
  if (!body || isAsync || asteriskToken) return undefined;
  if (!tsc.isBlock(body)) return body;
  const [first, ...others] = body.statements;
  return first && tsc.isReturnStatement(first) && others.length === 0 ? first.expression : undefined;
}

/** What to write instead of an expression that cannot be read. */
export function reasonOf(tsc: typeof ts, node: ts.Node): string {
  return tsc.isRegularExpressionLiteral(node)
    ? 'write the regular expression as text'
    : 'write the value itself, because definitions are read and not run';
}
