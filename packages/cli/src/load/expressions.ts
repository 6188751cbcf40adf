import type { ts } from 'ts-morph';

import type { RawObject, RawProperty, RawValue } from '../definitions/raw.js';
import { addSpread, addWritten } from './properties.js';
import { type Frame, type Read, positionOf, readOpened, report, topOf } from './reading.js';
import { declarationOf } from './names.js';
import { type FunctionNode, functionOf, scalarLiteral, reasonOf, resultOf } from './syntax.js';
import { unwrap } from '../syntax/exported.js';

export const readExpression: Read<ts.Expression> = (expression, frame) => {
  const { tsc } = frame.reading;
  const node = unwrap(tsc, expression);
  const literal = scalarLiteral(tsc, node);
  if (literal !== undefined) return { kind: 'scalar', ...positionOf(node, frame), value: literal };
  if (tsc.isArrayLiteralExpression(node)) return readArray(node, frame);
  if (tsc.isObjectLiteralExpression(node)) return readObject(node, frame);
  if (tsc.isTemplateExpression(node)) return readTemplate(node, frame);
  if (tsc.isIdentifier(node) && frame.parameters.has(node.text)) return frame.parameters.get(node.text);
  if (tsc.isIdentifier(node)) return readConstant(node, frame);
  if (tsc.isPropertyAccessExpression(node)) return readKeyOf(node, frame);
  if (tsc.isCallExpression(node)) return readCall(node, frame);
  return report(node, frame, reasonOf(tsc, node));
};

function readArray(node: ts.ArrayLiteralExpression, frame: Frame): RawValue {
  const { tsc } = frame.reading;
  const items = node.elements.flatMap((element): readonly (RawValue | undefined)[] => {
    if (!tsc.isSpreadElement(element)) return [readExpression(element, frame)];
    const value = readExpression(element.expression, frame);
    if (value === undefined || value.kind === 'array') return value?.items ?? [];
    return [report(element, frame, 'only a list can be spread in a list')];
  });
  return { kind: 'array', ...positionOf(node, frame), items: items.filter((item) => item !== undefined) };
}

function readObject(node: ts.ObjectLiteralExpression, frame: Frame): RawObject {
  let properties: readonly RawProperty[] = [];
  const spread = new Set<string>();
  for (const property of node.properties) {
    if (frame.reading.tsc.isSpreadAssignment(property)) {
      const value = readExpression(property.expression, frame);
      if (value?.kind === 'object') properties = addSpread(properties, value.properties, spread);
      else if (value !== undefined) report(property, frame, 'only an object can be spread in an object');
    } else {
      const written = readProperty(property, frame);
      if (written) properties = addWritten(properties, written, spread);
    }
  }
  return { kind: 'object', ...positionOf(node, frame), properties };
}

function readProperty(property: ts.ObjectLiteralElementLike, frame: Frame): RawProperty | undefined {
  const { tsc } = frame.reading;
  const isShort = tsc.isShorthandPropertyAssignment(property);
  if (!tsc.isPropertyAssignment(property) && !isShort) return report(property, frame, reasonOf(tsc, property));
  const name = readKey(property.name, frame);
  const value = readExpression(isShort ? property.name : property.initializer, frame);
  if (name === undefined || value === undefined) return undefined;
  return { name, ...positionOf(property.name, frame), value };
}

function readKey(name: ts.PropertyName, frame: Frame): string | undefined {
  const { tsc } = frame.reading;
  if (tsc.isIdentifier(name) || tsc.isStringLiteralLike(name) || tsc.isNumericLiteral(name)) return name.text;
  const value = tsc.isComputedPropertyName(name) ? readExpression(name.expression, frame) : undefined;
  if (value?.kind === 'scalar' && typeof value.value === 'string') return value.value;
  const isReported = value === undefined && tsc.isComputedPropertyName(name);
  return isReported ? undefined : report(name, frame, 'a computed key must be a text');
}

const readTemplate: Read<ts.TemplateExpression> = (node, frame) => {
  const values = node.templateSpans.map(({ expression }) => readExpression(expression, frame));
  if (values.includes(undefined)) return undefined;
  const texts = values.map((value) =>
    value?.kind === 'scalar' && value.value !== null ? `${value.value}` : undefined,
  );
  if (texts.includes(undefined)) return report(node, frame, 'a template can contain texts and numbers');
  const parts = node.templateSpans.map(({ literal }, index) => `${texts[index] ?? ''}${literal.text}`);
  return { kind: 'scalar', ...positionOf(node, frame), value: node.head.text + parts.join('') };
};

/** A constant of this file or of another file. */
const readConstant: Read<ts.Identifier | ts.PropertyAccessExpression> = (name, frame) => {
  const { tsc, constants } = frame.reading;
  const declaration = declarationOf(name, frame);
  if (declaration === undefined) return undefined;
  const { module, node } = declaration;
  if (tsc.isFunctionDeclaration(node) || functionOf(tsc, node)) {
    return report(name, frame, 'call the function, because it is no value');
  }
  if (constants.has(node)) return constants.get(node);
  const value = readOpened(node, name, frame, () => readExpression(node, topOf(module, frame.reading)));
  constants.set(node, value);
  return value;
};

/** A key of a constant object, or an export such as `shared.seo` of `import * as shared`. */
const readKeyOf: Read<ts.PropertyAccessExpression> = (node, frame) => {
  if (isExport(node, frame)) return readConstant(node, frame);
  const object = readExpression(node.expression, frame);
  if (object === undefined) return undefined;
  const name = node.name.text;
  const found = object.kind === 'object' ? object.properties.findLast((property) => property.name === name) : undefined;
  return found ? found.value : report(node, frame, `the object has no key ${name}`);
};

function isExport({ expression }: ts.PropertyAccessExpression, { reading, module, parameters }: Frame): boolean {
  if (!reading.tsc.isIdentifier(expression) || parameters.has(expression.text)) return false;
  const meaning = reading.modules.meaningOf(module, expression.text);
  return typeof meaning === 'object' && 'namespace' in meaning;
}

const readCall: Read<ts.CallExpression> = (node, frame) => {
  const { tsc } = frame.reading;
  const callee = unwrap(tsc, node.expression);
  const isNamed = tsc.isIdentifier(callee) || (tsc.isPropertyAccessExpression(callee) && isExport(callee, frame));
  if (!isNamed) return report(node, frame, reasonOf(tsc, node));
  const declaration = declarationOf(callee, frame);
  if (declaration === undefined) return undefined;
  const called = functionOf(tsc, declaration.node);
  if (called === undefined) return report(node, frame, 'only a function can be called');
  const inside = topOf(declaration.module, frame.reading);
  const result = resultOf(tsc, called);
  if (result === undefined) {
    const reason = 'write a function whose only statement returns a value, because definitions are read and not run';
    return readOpened(called, node, frame, () => report(called, inside, reason));
  }
  const parameters = readParameters(called, node, inside, frame);
  return parameters && readOpened(called, node, frame, () => readExpression(result, { ...inside, parameters }));
};

/** The arguments of a call by the names of the parameters. Defaults are read where the function is. */
function readParameters(
  called: FunctionNode,
  call: ts.CallExpression,
  inside: Frame,
  frame: Frame,
): ReadonlyMap<string, RawValue> | undefined {
  const { tsc } = frame.reading;
  const parameters = new Map<string, RawValue>();
  for (const [index, parameter] of called.parameters.entries()) {
    const { name, initializer, dotDotDotToken } = parameter;
    if (!tsc.isIdentifier(name) || dotDotDotToken) {
      const reason = 'give each parameter a name, because definitions are read and not run';
      return readOpened(called, call, frame, () => report(parameter, inside, reason));
    }
    const given = call.arguments[index];
    if (!given && !initializer) return report(call, frame, `the parameter ${name.text} has no argument`);
    const value = given
      ? readExpression(given, frame)
      : initializer && readOpened(called, call, frame, () => readExpression(initializer, { ...inside, parameters }));
    if (value === undefined) return undefined;
    parameters.set(name.text, value);
  }
  return parameters;
}
