import type { ts } from 'ts-morph';

import type { Position, RawObject, RawProperty, RawValue } from '../definitions/raw.js';
import { spanAt } from '../definitions/raw.js';
import { type Diagnostic, type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { loadCompiler } from './compiler.js';

export interface TypeScriptSource {
  readonly file: string;
  readonly text: string;
}

/** The call in the default export of a file. A schema of Strapi is an object without a call. */
export interface DefinitionCall {
  readonly callee?: 'defineContentType' | 'defineComponent';
  readonly value: RawObject;
}

/** Reads the definition of each file from its syntax, without running or type-checking it. */
export async function readTypeScript(
  root: string,
  sources: readonly TypeScriptSource[],
): Promise<ReadonlyMap<string, Result<DefinitionCall>>> {
  const { ts, keepCode } = loadCompiler(root);
  const read = readAll(ts, sources);
  await keepCode();
  return read;
}

function readAll(tsc: typeof ts, sources: readonly TypeScriptSource[]): ReadonlyMap<string, Result<DefinitionCall>> {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const program = tsc.createProgram({
    rootNames: [...texts.keys()],
    options: { noResolve: true, noLib: true, allowJs: true },
    host: parsingHost(tsc, texts),
  });
  const read = program.getSourceFiles().map((source): [string, Result<DefinitionCall>] => {
    const file = source.fileName;
    const [error] = program.getSyntacticDiagnostics(source);
    if (!error) return [file, readSource(tsc, source)];
    const message = `TypeScript syntax: ${tsc.flattenDiagnosticMessageText(error.messageText, ' ')}`;
    return [file, failed([{ code: 'CG202', span: spanAt(file, positionOf(source, error.start)), message }])];
  });
  return new Map(read);
}

/** A compiler host that only knows the given files. */
function parsingHost(tsc: typeof ts, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  return {
    getSourceFile: (file, options) => tsc.createSourceFile(file, texts.get(file) ?? '', options),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => texts.has(file),
    readFile: (file) => texts.get(file),
  };
}

function readSource(tsc: typeof ts, source: ts.SourceFile): Result<DefinitionCall> {
  const exported = exportedBy(tsc, source);
  const call = exported && tsc.isCallExpression(exported) ? exported : undefined;
  const callee = call && tsc.isIdentifier(call.expression) ? call.expression.text : undefined;
  const isSchema = exported !== undefined && tsc.isObjectLiteralExpression(exported);
  if (!exported || (!isSchema && (callee === undefined || !isDefine(callee)))) {
    const span = spanAt(source.fileName, exported ? positionOf(source, exported.getStart(source)) : start);
    return failed([noDefinition(span)]);
  }
  const diagnostics: Diagnostic[] = [];
  const value = readExpression(tsc, source, isSchema ? exported : (call?.arguments[0] ?? exported), diagnostics);
  if (diagnostics.length > 0) return failed(diagnostics);
  if (value?.kind !== 'object') {
    const span = spanAt(source.fileName, value ?? positionOf(source, exported.getStart(source)));
    return failed([{ code: 'CG203', span, message: `the argument of ${callee} must be an object` }]);
  }
  return ok(callee !== undefined && isDefine(callee) ? { callee, value } : { value });
}

export function noDefinition(span: Diagnostic['span']): Diagnostic {
  const message = 'this file does not export a definition';
  const hint = 'write `export default defineContentType({ ... })` or `export default defineComponent({ ... })`';
  return { code: 'CG203', span, message, hint };
}

/** What `export default`, `export =` or `module.exports =` exports, also by the name of a constant. */
function exportedBy(tsc: typeof ts, source: ts.SourceFile): ts.Expression | undefined {
  const exported = source.statements.flatMap((statement) => {
    if (tsc.isExportAssignment(statement)) return [statement.expression];
    if (!tsc.isExpressionStatement(statement) || !tsc.isBinaryExpression(statement.expression)) return [];
    const { left, right } = statement.expression;
    return left.getText(source) === 'module.exports' ? [right] : [];
  })[0];
  const found = exported && unwrap(tsc, exported);
  if (!found || !tsc.isIdentifier(found)) return found;
  const declared = source.statements
    .flatMap((statement) => (tsc.isVariableStatement(statement) ? statement.declarationList.declarations : []))
    .find(({ name }) => tsc.isIdentifier(name) && name.text === found.text);
  return declared?.initializer && unwrap(tsc, declared.initializer);
}

const start: Position = { line: 1, column: 1 };

function isDefine(name: string): name is NonNullable<DefinitionCall['callee']> {
  return name === 'defineContentType' || name === 'defineComponent';
}

/** Reads a literal expression. Returns undefined after adding a diagnostic. */
function readExpression(
  tsc: typeof ts,
  source: ts.SourceFile,
  expression: ts.Expression,
  diagnostics: Diagnostic[],
): RawValue | undefined {
  const node = unwrap(tsc, expression);
  const at = positionOf(source, node.getStart(source));
  if (tsc.isStringLiteral(node) || tsc.isNoSubstitutionTemplateLiteral(node)) {
    return { kind: 'scalar', ...at, value: node.text };
  }
  if (tsc.isNumericLiteral(node)) return { kind: 'scalar', ...at, value: Number(node.text) };
  if (tsc.isPrefixUnaryExpression(node) && tsc.isNumericLiteral(node.operand)) {
    const sign = node.operator === tsc.SyntaxKind.MinusToken ? -1 : node.operator === tsc.SyntaxKind.PlusToken ? 1 : 0;
    if (sign !== 0) return { kind: 'scalar', ...at, value: sign * Number(node.operand.text) };
  }
  if (node.kind === tsc.SyntaxKind.TrueKeyword) return { kind: 'scalar', ...at, value: true };
  if (node.kind === tsc.SyntaxKind.FalseKeyword) return { kind: 'scalar', ...at, value: false };
  if (node.kind === tsc.SyntaxKind.NullKeyword) return { kind: 'scalar', ...at, value: null };
  if (tsc.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => readExpression(tsc, source, element, diagnostics));
    return { kind: 'array', ...at, items: items.filter((item) => item !== undefined) };
  }
  if (tsc.isObjectLiteralExpression(node)) {
    const properties = node.properties.map((property) => readProperty(tsc, source, property, diagnostics));
    return { kind: 'object', ...at, properties: properties.filter((property) => property !== undefined) };
  }
  diagnostics.push(notLiteral(tsc, source, node));
  return undefined;
}

function readProperty(
  tsc: typeof ts,
  source: ts.SourceFile,
  property: ts.ObjectLiteralElementLike,
  diagnostics: Diagnostic[],
): RawProperty | undefined {
  const { name } = property;
  const named = name && (tsc.isIdentifier(name) || tsc.isStringLiteralLike(name) || tsc.isNumericLiteral(name));
  if (!tsc.isPropertyAssignment(property) || !named) {
    diagnostics.push(notLiteral(tsc, source, property));
    return undefined;
  }
  const value = readExpression(tsc, source, property.initializer, diagnostics);
  return value && { name: name.text, ...positionOf(source, name.getStart(source)), value };
}

function notLiteral(tsc: typeof ts, source: ts.SourceFile, node: ts.Node): Diagnostic {
  const text = node.getText(source).replace(/\s+/g, ' ');
  const hint = tsc.isRegularExpressionLiteral(node)
    ? 'write the regular expression as text'
    : 'write the value itself, because definitions are read and not run';
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  const span = spanAt(source.fileName, positionOf(source, node.getStart(source)));
  return { code: 'CG204', span, message: `${shown} is not a literal value`, hint };
}

/** Removes parentheses, `as const`, `satisfies …` and `!`. */
function unwrap(tsc: typeof ts, expression: ts.Expression): ts.Expression {
  let node = expression;
  while (
    tsc.isParenthesizedExpression(node) ||
    tsc.isAsExpression(node) ||
    tsc.isSatisfiesExpression(node) ||
    tsc.isNonNullExpression(node)
  ) {
    node = node.expression;
  }
  return node;
}

function positionOf(source: ts.SourceFile, offset: number): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
}
