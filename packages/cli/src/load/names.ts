import type { ts } from 'ts-morph';

import type { Declaration, Meaning } from './modules.js';
import { type Frame, report } from './reading.js';

/** The constant or function behind a name, or behind an export such as `shared.seo` of `import * as shared`. */
export function declarationOf(
  node: ts.Identifier | ts.PropertyAccessExpression,
  frame: Frame,
): Declaration | undefined {
  const { reading } = frame;
  const meaning = meaningOf(node, frame);
  if (typeof meaning === 'string') return report(node, frame, meaning);
  if ('namespace' in meaning) return report(node, frame, 'name one of its exports');
  const { syntaxError } = meaning.module;
  if (syntaxError === undefined) return meaning;
  // A file with an error of its syntax is reported once.
  if (!reading.diagnostics.includes(syntaxError)) reading.diagnostics.push(syntaxError);
  return undefined;
}

function meaningOf(node: ts.Identifier | ts.PropertyAccessExpression, { reading, module }: Frame): Meaning {
  const { tsc, modules } = reading;
  if (tsc.isIdentifier(node)) return modules.meaningOf(module, node.text);
  const whole = tsc.isIdentifier(node.expression) ? modules.meaningOf(module, node.expression.text) : undefined;
  return typeof whole === 'object' && 'namespace' in whole
    ? modules.exportOf(whole.namespace, node.name.text)
    : `${node.expression.getText(module.source)} is no import of a whole file`;
}
