import type { ts } from 'ts-morph';

import { type Position, type RawObject, spanAt } from '../definitions/raw.js';
import { type Diagnostic, type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { loadCompiler } from '../syntax/compiler.js';
import { exportedBy } from '../syntax/exported.js';
import { readExpression } from './expressions.js';
import { type Module, type Modules, openModules, placeIn } from './modules.js';
import { openReading, topOf } from './reading.js';
import type { SharedFiles, SharedSource } from './shared-files.js';

/** The call in the default export of a file. A schema of Strapi is an object without a call. */
export interface DefinitionCall {
  readonly callee?: 'defineContentType' | 'defineComponent';
  readonly value: RawObject;
}

/** Reads the definition of each file from its syntax, without running or type-checking it. */
export async function readTypeScript(
  root: string,
  sources: readonly SharedSource[],
  shared: SharedFiles,
): Promise<ReadonlyMap<string, Result<DefinitionCall>>> {
  const { ts, keepCode } = loadCompiler(root);
  const modules = openModules(ts, sources, shared);
  const read = new Map(modules.definitions.map((module) => [module.file, readSource(ts, modules, module)]));
  await keepCode();
  return read;
}

function readSource(tsc: typeof ts, modules: Modules, module: Module): Result<DefinitionCall> {
  const { file, source, syntaxError } = module;
  if (syntaxError) return failed([syntaxError]);
  const exported = exportedBy(tsc, source);
  const call = exported && tsc.isCallExpression(exported) ? exported : undefined;
  const callee = call && tsc.isIdentifier(call.expression) ? call.expression.text : undefined;
  const isSchema = exported !== undefined && tsc.isObjectLiteralExpression(exported);
  if (!exported || (!isSchema && (callee === undefined || !isDefine(callee)))) {
    const span = spanAt(file, exported ? placeIn(source, exported.getStart(source)) : start);
    return failed([noDefinition(span)]);
  }
  const reading = openReading(tsc, modules, module);
  const value = readExpression(isSchema ? exported : (call?.arguments[0] ?? exported), topOf(module, reading));
  if (reading.diagnostics.length > 0) return failed(reading.diagnostics);
  if (value?.kind !== 'object') {
    const span = spanAt(file, value ?? placeIn(source, exported.getStart(source)));
    return failed([{ code: 'CG203', span, message: `the argument of ${callee} must be an object` }]);
  }
  return ok(callee !== undefined && isDefine(callee) ? { callee, value } : { value });
}

export function noDefinition(span: Diagnostic['span']): Diagnostic {
  const message = 'this file does not export a definition';
  const hint = 'write `export default defineContentType({ ... })` or `export default defineComponent({ ... })`';
  return { code: 'CG203', span, message, hint };
}

const start: Position = { line: 1, column: 1 };

function isDefine(name: string): name is NonNullable<DefinitionCall['callee']> {
  return name === 'defineContentType' || name === 'defineComponent';
}
