import type { ts } from 'ts-morph';

import { listCall } from './list-calls.js';
import type { Literal, ObjectLiteral } from './literal.js';
import { type Module, behind, finalValue, lineAt, nameOf } from './module.js';

type Environment = Readonly<Record<string, string>>;

/** The value of a config file: its export, with the environment variables of `.env`. Nothing is run. */
export function evaluateModule(module: Module, environment: Environment): Literal | undefined {
  const value = finalValue(module, module.exported);
  if (value === undefined) return undefined;
  return evaluate(module, value, environment);
}

export function evaluate(module: Module, given: ts.Node, environment: Environment = {}): Literal {
  const { tsc } = module;
  const node = behind(module, given);
  const line = lineAt(module, node);
  const below = (each: ts.Node) => evaluate(module, each, environment);
  const plain = (value: string | number | boolean | null | undefined): Literal => ({
    kind: 'plain',
    value,
    line,
    variables: [],
  });

  if (tsc.isStringLiteralLike(node)) return plain(node.text);
  if (tsc.isNumericLiteral(node)) return plain(Number(node.text.replaceAll('_', '')));
  if (node.kind === tsc.SyntaxKind.TrueKeyword) return plain(true);
  if (node.kind === tsc.SyntaxKind.FalseKeyword) return plain(false);
  if (node.kind === tsc.SyntaxKind.NullKeyword) return plain(null);
  if (tsc.isIdentifier(node) && node.text === 'undefined') return plain(undefined);
  if (tsc.isArrayLiteralExpression(node)) {
    const items = node.elements.flatMap((each) => {
      if (!tsc.isSpreadElement(each)) return [below(each)];
      const spread = below(each.expression);
      return spread.kind === 'list' ? spread.items : [spread];
    });
    return { kind: 'list', line, items, variables: [] };
  }
  if (tsc.isObjectLiteralExpression(node)) return objectOf(module, node, below);
  if (tsc.isBinaryExpression(node)) return binary(module, node, below);
  if (tsc.isPrefixUnaryExpression(node) && node.operator === tsc.SyntaxKind.MinusToken) {
    const operand = below(node.operand);
    if (operand.kind === 'plain' && typeof operand.value === 'number') return plain(-operand.value);
  }
  if (tsc.isPropertyAccessExpression(node) && node.expression.getText(module.source) === 'process.env') {
    return { kind: 'plain', value: environment[node.name.text], line, variables: [node.name.text] };
  }
  const fromEnvironment = tsc.isCallExpression(node) ? environmentCall(module, node, environment, below) : undefined;
  const known = fromEnvironment ?? listCall(module, node, below);
  return known ?? { kind: 'unknown', text: node.getText(module.source), line, variables: [] };
}

function objectOf(module: Module, node: ts.ObjectLiteralExpression, below: (node: ts.Node) => Literal): ObjectLiteral {
  const { tsc } = module;
  const entries = new Map<string, Literal>();
  for (const property of node.properties) {
    if (tsc.isSpreadAssignment(property)) {
      const spread = below(property.expression);
      if (spread.kind === 'object') for (const [key, value] of spread.entries) entries.set(key, value);
      else entries.set(`...${property.expression.getText(module.source)}`, spread);
      continue;
    }
    const name = property.name && nameOf(tsc, property.name);
    if (name === undefined) continue;
    if (tsc.isPropertyAssignment(property)) entries.set(name, below(property.initializer));
    else if (tsc.isShorthandPropertyAssignment(property)) entries.set(name, below(property.name));
    else
      entries.set(name, {
        kind: 'unknown',
        text: property.getText(module.source),
        line: lineAt(module, property),
        variables: [],
      });
  }
  return { kind: 'object', line: lineAt(module, node), entries, variables: [] };
}

/** Arithmetic on numbers, and `a || b` or `a ?? b` as a default of an environment variable. */
function binary(module: Module, node: ts.BinaryExpression, below: (node: ts.Node) => Literal): Literal {
  const { tsc } = module;
  const line = lineAt(module, node);
  const [left, right] = [below(node.left), below(node.right)];
  const variables = [...left.variables, ...right.variables];
  const operator = node.operatorToken.kind;
  if (operator === tsc.SyntaxKind.BarBarToken || operator === tsc.SyntaxKind.QuestionQuestionToken) {
    if (left.kind === 'unknown') return left;
    const isSet = left.kind !== 'plain' || (left.value !== undefined && left.value !== null && left.value !== '');
    return { ...(isSet ? left : right), variables };
  }
  const calculate = new Map<ts.SyntaxKind, (a: number, b: number) => number>([
    [tsc.SyntaxKind.AsteriskToken, (a, b) => a * b],
    [tsc.SyntaxKind.SlashToken, (a, b) => a / b],
    [tsc.SyntaxKind.PlusToken, (a, b) => a + b],
    [tsc.SyntaxKind.MinusToken, (a, b) => a - b],
  ]).get(operator);
  if (
    calculate &&
    left.kind === 'plain' &&
    right.kind === 'plain' &&
    typeof left.value === 'number' &&
    typeof right.value === 'number'
  ) {
    return { kind: 'plain', value: calculate(left.value, right.value), line, variables };
  }
  return { kind: 'unknown', text: node.getText(module.source), line, variables };
}

/** `env('NAME', fallback)` and its variants, as Strapi defines them. */
function environmentCall(
  module: Module,
  node: ts.CallExpression,
  environment: Environment,
  below: (node: ts.Node) => Literal,
): Literal | undefined {
  const callee = node.expression.getText(module.source);
  const [, method = ''] = /^env(?:\.(int|float|bool|array|json))?$/.exec(callee) ?? [undefined, undefined];
  if (!/^env(\.(int|float|bool|array|json))?$/.test(callee)) return undefined;
  const [nameNode, fallback] = node.arguments;
  if (nameNode === undefined || !module.tsc.isStringLiteralLike(nameNode)) return undefined;
  const line = lineAt(module, node);
  const variables = [nameNode.text];
  const value = environment[nameNode.text];
  if (value === undefined) {
    if (fallback === undefined) return { kind: 'plain', value: undefined, line, variables };
    return { ...below(fallback), variables };
  }
  if (method === 'array') {
    const items = value
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map((item): Literal => ({ kind: 'plain', value: item.trim().replace(/^"|"$/g, ''), line, variables }));
    return { kind: 'list', items, line, variables };
  }
  if (method === 'json') return { kind: 'unknown', text: callee, line, variables };
  const typed = method === 'bool' ? value === 'true' : method === 'int' || method === 'float' ? Number(value) : value;
  return { kind: 'plain', value: typed, line, variables };
}
