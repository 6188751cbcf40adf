import type { ts } from 'ts-morph';

import { type Module, behind } from '../sources/module.js';

/** The routes of a file, as nodes. */
interface RouteList {
  readonly elements: readonly ts.Node[];
  /** A function changes the routes, and only a run would show the result. */
  readonly isChanged: boolean;
}

const SAME = ['sort', 'toSorted', 'reverse', 'toReversed'];

/**
 * `[…]`, also with `...other` inside, and `[…].map(…)`, `[…].filter(…)` and `[…].concat(…)`. Undefined for other code.
 */
export function routeList(module: Module, node: ts.Node): RouteList | undefined {
  const { tsc } = module;
  if (tsc.isArrayLiteralExpression(node)) return joined(node.elements.map((each) => partOf(module, each)));
  if (!tsc.isCallExpression(node) || !tsc.isPropertyAccessExpression(node.expression)) return undefined;
  const list = routeList(module, behind(module, node.expression.expression));
  const method = node.expression.name.text;
  if (list === undefined || SAME.includes(method)) return list;
  // A filter may leave out a route that would be public here.
  if (method === 'map' || method === 'filter') return { ...list, isChanged: true };
  if (method !== 'concat') return undefined;
  const parts = node.arguments.map((each) => routeList(module, behind(module, each)) ?? single(each));
  return joined([list, ...parts]);
}

function partOf(module: Module, element: ts.Expression): RouteList {
  if (!module.tsc.isSpreadElement(element)) return single(element);
  return routeList(module, behind(module, element.expression)) ?? single(element);
}

function single(element: ts.Node): RouteList {
  return { elements: [element], isChanged: false };
}

function joined(lists: readonly RouteList[]): RouteList {
  return {
    elements: lists.flatMap(({ elements }) => elements),
    isChanged: lists.some(({ isChanged }) => isChanged),
  };
}
