import type { ts } from 'ts-morph';

import type { ListLiteral, Literal } from './literal.js';
import { type Module, lineAt } from './module.js';

/**
 * The list of texts that a call makes, for the calls that are usual in configurations:
 * `env('SITES').split(',').map((site) => site.trim())`, `Array.from(new Set([…]))`. Undefined for other calls.
 */
export function listCall(module: Module, node: ts.Node, below: (node: ts.Node) => Literal): Literal | undefined {
  const { tsc, source } = module;
  if (!tsc.isCallExpression(node) && !tsc.isNewExpression(node)) return undefined;
  const [argument] = node.arguments ?? [];
  const callee = node.expression.getText(source);
  if (callee === (tsc.isNewExpression(node) ? 'Set' : 'Array.from')) {
    const list = node.arguments?.length === 1 && argument ? below(argument) : undefined;
    return list?.kind === 'list' ? once(list) : undefined;
  }
  if (!tsc.isCallExpression(node) || !tsc.isPropertyAccessExpression(node.expression)) return undefined;
  const receiver = below(node.expression.expression);
  const method = node.expression.name.text;
  if (receiver.kind === 'list') return changed(receiver, method, argument?.getText(source) ?? '');
  if (receiver.kind !== 'plain' || typeof receiver.value !== 'string') return undefined;
  const { value, variables } = receiver;
  const line = lineAt(module, node);
  if (method === 'trim') return { ...receiver, value: value.trim() };
  if (method !== 'split' || argument === undefined || !tsc.isStringLiteralLike(argument)) return undefined;
  const items = value.split(argument.text).map((item): Literal => ({ kind: 'plain', value: item, line, variables }));
  return { kind: 'list', items, line, variables };
}

/** The items of a `Set`, which has each text and each number once. */
function once(list: ListLiteral): ListLiteral {
  const isFirst = (item: Literal, index: number) =>
    item.kind !== 'plain' ||
    list.items.findIndex((each) => each.kind === 'plain' && each.value === item.value) === index;
  return { ...list, items: list.items.filter(isFirst) };
}

const TRIM = /^\(?(\w+)(?:: string)?\)?\s*=>\s*\1\.trim\(\)$/;

function changed(list: ListLiteral, method: string, argument: string): Literal | undefined {
  if (method === 'filter' && argument === 'Boolean')
    return { ...list, items: list.items.filter((item) => item.kind !== 'plain' || Boolean(item.value)) };
  if (method !== 'map' || !TRIM.test(argument)) return undefined;
  const trimmed = list.items.map((item) =>
    item.kind === 'plain' && typeof item.value === 'string' ? { ...item, value: item.value.trim() } : item,
  );
  return { ...list, items: trimmed };
}
