import type { ts } from 'ts-morph';

import { loadCompiler } from './compiler.js';
import { constantIn, exportedBy, unwrap } from './exported.js';

/** A step to a value: a key, the text of a list item, or the index of an item. */
export type ValueStep = string | { readonly item: string } | { readonly index: number };

interface Code {
  readonly file: string;
  readonly text: string;
}

interface Found {
  readonly at: ts.Node;
  readonly value: ts.Expression;
}

/**
 * The offset of a value in a file of code or JSON that exports it. Where the path leaves the file, as into an import,
 * the last step that is in the file counts.
 */
export function valueOffset(root: string, { file, text }: Code, path: readonly ValueStep[]): number {
  const { ts: tsc } = loadCompiler(root);
  const source = tsc.createSourceFile(file, text, tsc.ScriptTarget.Latest);
  const [first] = source.statements;
  const isJson = file.endsWith('.json') && first !== undefined && tsc.isExpressionStatement(first);
  let value = isJson ? first.expression : exportedBy(tsc, source);
  let offset = 0;
  for (const step of path) {
    const found = value && new Values(tsc, source).find(value, step);
    if (found === undefined) break;
    offset = found.at.getStart(source);
    value = found.value;
  }
  return offset;
}

/** Follows expressions to the objects and lists that they may be. */
class Values {
  readonly #tsc: typeof ts;
  readonly #source: ts.SourceFile;
  /** Constants that are being followed, because a constant may name itself. */
  readonly #open = new Set<string>();

  constructor(tsc: typeof ts, source: ts.SourceFile) {
    this.#tsc = tsc;
    this.#source = source;
  }

  find(from: ts.Expression, step: ValueStep): Found | undefined {
    const values = this.#valuesOf(from);
    if (typeof step === 'string') return first(values, (value) => this.#key(value, step));
    if ('index' in step) return first(values, (value) => this.#at(value, step.index));
    return first(values, (value) => this.#item(value, step.item));
  }

  /** The literals that an expression may be: `defineConfig({ … })`, `shared`, `isTest ? [] : [ … ]`. */
  #valuesOf(expression: ts.Expression): readonly ts.Expression[] {
    const tsc = this.#tsc;
    const node = unwrap(tsc, expression);
    if (tsc.isIdentifier(node)) return this.#constant(node.text);
    if (tsc.isCallExpression(node)) return node.arguments.flatMap((argument) => this.#valuesOf(argument));
    if (tsc.isConditionalExpression(node)) return [...this.#valuesOf(node.whenTrue), ...this.#valuesOf(node.whenFalse)];
    if (tsc.isBinaryExpression(node)) return [...this.#valuesOf(node.left), ...this.#valuesOf(node.right)];
    if (tsc.isPropertyAccessExpression(node)) {
      const found = first(this.#valuesOf(node.expression), (value) => this.#key(value, node.name.text));
      return found === undefined ? [] : this.#valuesOf(found.value);
    }
    return [node];
  }

  #constant(name: string): readonly ts.Expression[] {
    const value = this.#open.has(name) ? undefined : constantIn(this.#tsc, this.#source, name);
    if (value === undefined) return [];
    this.#open.add(name);
    const values = this.#valuesOf(value);
    this.#open.delete(name);
    return values;
  }

  /** A key of an object, or of the first item of a list that has it. The last key of a name counts. */
  #key(value: ts.Expression, key: string): Found | undefined {
    const tsc = this.#tsc;
    if (tsc.isArrayLiteralExpression(value)) return first(this.#items(value), (item) => this.find(item, key));
    if (!tsc.isObjectLiteralExpression(value)) return undefined;
    return first(value.properties.toReversed(), (property) => {
      if (tsc.isSpreadAssignment(property)) return this.find(property.expression, key);
      if (property.name === undefined || this.#nameOf(property.name) !== key) return undefined;
      if (tsc.isPropertyAssignment(property)) return { at: property.name, value: property.initializer };
      return { at: property.name, value: tsc.isShorthandPropertyAssignment(property) ? property.name : value };
    });
  }

  #nameOf(name: ts.PropertyName): string | undefined {
    const tsc = this.#tsc;
    if (!tsc.isComputedPropertyName(name)) return name.text;
    return tsc.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
  }

  #at(value: ts.Expression, index: number): Found | undefined {
    const item = this.#tsc.isArrayLiteralExpression(value) ? this.#items(value)[index] : undefined;
    return item && { at: item, value: item };
  }

  /** A text of a list, the object of a list with this text as a value, or a text in the values of an object. */
  #item(value: ts.Expression, text: string): Found | undefined {
    const tsc = this.#tsc;
    if (tsc.isStringLiteralLike(value)) return value.text === text ? { at: value, value } : undefined;
    if (tsc.isObjectLiteralExpression(value)) {
      return first(value.properties, (property) =>
        tsc.isPropertyAssignment(property) ? this.find(property.initializer, { item: text }) : undefined,
      );
    }
    if (!tsc.isArrayLiteralExpression(value)) return undefined;
    const items = this.#items(value);
    const named = first(items, (item) => (tsc.isObjectLiteralExpression(item) ? this.#named(item, text) : undefined));
    return named ?? first(items, (item) => this.find(item, { item: text }));
  }

  #named(object: ts.ObjectLiteralExpression, text: string): Found | undefined {
    return first(object.properties, (property) => {
      const value = this.#tsc.isPropertyAssignment(property) ? unwrap(this.#tsc, property.initializer) : undefined;
      return value && this.#tsc.isStringLiteralLike(value) && value.text === text
        ? { at: value, value: object }
        : undefined;
    });
  }

  /** The items of a list, with those of the lists that are spread into it. */
  #items({ elements }: ts.ArrayLiteralExpression): readonly ts.Expression[] {
    const tsc = this.#tsc;
    return elements.flatMap((element) =>
      tsc.isSpreadElement(element)
        ? this.#valuesOf(element.expression).flatMap((value) =>
            tsc.isArrayLiteralExpression(value) ? this.#items(value) : [],
          )
        : [element],
    );
  }
}

function first<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
