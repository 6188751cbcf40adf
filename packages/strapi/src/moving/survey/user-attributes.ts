import type { ts } from 'ts-morph';

import { evaluate } from '../sources/evaluate.js';
import { dataOf, entriesOf } from '../sources/literal.js';
import { type Module, lineAt, walk } from '../sources/module.js';
import { memberPath } from '../sources/names.js';
import type { Surveyor } from './surveyor.js';

/** An attribute that code adds to the users of Strapi. */
export interface UserAttribute {
  readonly name: string;
  /** As in a schema file. Undefined if only a run would tell. */
  readonly value: unknown;
  readonly file: string;
  readonly line: number;
}

/** `plugin.contentTypes.user`, and the other names that code uses for this type. */
const USER = String.raw`(\w+\.contentTypes\.user(\.schema)?|strapi\.contentTypes?[([]['"]plugin::users-permissions\.user['"][)\]])`;
const TYPE = new RegExp(`^${USER}$`);
const ATTRIBUTES = new RegExp(String.raw`^${USER}\.attributes$`);
const ONE = new RegExp(String.raw`^${USER}\.attributes(?:\.(\w+)|\[['"](\w+)['"]\])$`);

/** Reads the attributes that code adds to the user: `plugin.contentTypes.user.schema.attributes.phone = { … }`. */
export function readUserAttributes(surveyor: Surveyor, module: Module): void {
  const { tsc, source, file } = module;
  if (!/\.contentTypes?\b/.test(source.text)) return;
  const add = (node: ts.Node, name: string, value: unknown) =>
    surveyor.userAttributes.push({ name, value, file, line: lineAt(module, node) });
  const addAll = (node: ts.Node) => {
    const given = evaluate(module, node);
    if (given.kind !== 'object') return add(node, '...', undefined);
    for (const [name, value] of entriesOf(given)) if (!isOwn(name)) add(node, name, dataOf(value));
  };
  walk(module, source, (node) => {
    if (tsc.isCallExpression(node) && node.expression.getText(source) === 'Object.assign') {
      const [target, ...parts] = node.arguments;
      if (target !== undefined && ATTRIBUTES.test(memberPath(tsc, target))) for (const part of parts) addAll(part);
    }
    if (!tsc.isBinaryExpression(node) || node.operatorToken.kind !== tsc.SyntaxKind.EqualsToken) return;
    const path = memberPath(tsc, node.left);
    const one = ONE.exec(path);
    if (one !== null) add(node, one[3] ?? one[4] ?? '', dataOf(evaluate(module, node.right)));
    else if (ATTRIBUTES.test(path)) addAll(node.right);
    else if (TYPE.test(path)) for (const inner of attributesIn(module, node.right)) addAll(inner);
  });
}

/** The spread of the attributes that the user has already. */
function isOwn(name: string): boolean {
  return name.startsWith('...') && /\battributes\)?$/.test(name);
}

/** `{ ...plugin.contentTypes.user.schema, attributes: { … } }`, also inside of `schema`. */
function attributesIn({ tsc }: Pick<Module, 'tsc'>, node: ts.Node): readonly ts.Expression[] {
  if (!tsc.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) => {
    if (!tsc.isPropertyAssignment(property)) return [];
    const name = property.name.getText();
    if (name === 'attributes') return [property.initializer];
    return name === 'schema' ? attributesIn({ tsc }, property.initializer) : [];
  });
}
