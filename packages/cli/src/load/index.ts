import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Config } from '../config/index.js';
import { readSchema } from '../definitions/json.js';
import type { RawDefinition } from '../definitions/raw.js';
import { isComponentModule } from '../definitions/strapi-files.js';
import { type Diagnostic, type Result, failed, ok, withoutRepeated } from '../diagnostics/diagnostic.js';
import { version } from '../version.js';
import { openDefinitionCache } from './cache.js';
import { type DefinitionFile, findDefinitions } from './definition-files.js';
import { type SharedFiles, readSharedFiles, sharedWith } from './shared-files.js';
import { type DefinitionCall, noDefinition, readTypeScript } from './typescript.js';

interface Source extends DefinitionFile {
  readonly text: string;
}

/** A content type as JSON, which a command is about to write. */
export interface PlannedDefinition {
  /** Relative to the project: `content/user.json`. */
  readonly path: string;
  readonly content: string;
}

/** Reads every definition of the project without running it, and the planned definitions that are not written yet. */
export async function loadDefinitions(
  config: Config,
  planned: readonly PlannedDefinition[] = [],
): Promise<Result<readonly RawDefinition[]>> {
  const found = await findDefinitions(config);
  const diagnostics: Diagnostic[] = [];
  const files = await Promise.all(
    found.files.map(async (file) => ({ ...file, text: await readFile(join(config.root, file.file), 'utf8') })),
  );
  const sources = files.filter((file) => !isOfUserInterface(file));
  const code = sources.filter(({ format, isModule }) => format === 'typescript' || isModule);
  const shared = await readSharedFiles(config.root, code);
  const calls = await readCalls(config.root, code, shared);
  const definitions: RawDefinition[] = [];
  const warnings: Diagnostic[] = [];
  for (const { text, isModule, ...source } of sources) {
    const call = calls.get(source.file);
    if (shared.has(source.file) && !isDefinition(text)) continue;
    const read = call ? checkedCall({ ...source, isModule }, call) : readSchema(source.file, text);
    if (read.ok) {
      definitions.push({ ...source, value: read.value });
      warnings.push(...read.warnings);
    } else diagnostics.push(...read.diagnostics);
  }
  for (const { path, content } of planned.filter((each) => sources.every(({ file }) => file !== each.path))) {
    const read = readSchema(path, content);
    const base = { kind: 'contentType', format: 'json', file: path, name: basename(path, '.json') } as const;
    if (read.ok) definitions.push({ ...base, extension: false, value: read.value });
    else diagnostics.push(...read.diagnostics);
  }
  diagnostics.push(...found.stray.filter((file) => !shared.has(file)).map(misplaced));
  if (found.files.length === 0 && diagnostics.length === 0) diagnostics.push(nothingFound(config));
  return diagnostics.length > 0 ? failed(withoutRepeated(diagnostics)) : ok(definitions, warnings);
}

/** A file beside the definitions may only have attributes that they share. */
function isDefinition(text: string): boolean {
  return /\bexport\s+default\b|\bmodule\.exports\b/.test(text);
}

/** A folder called components may also contain those of a user interface. */
function isOfUserInterface({ kind, isModule, text }: Source): boolean {
  return isModule && kind === 'component' && !isComponentModule(text);
}

/** The definitions of code files, by file: from the cache if their text is known, otherwise from their syntax. */
async function readCalls(
  root: string,
  sources: readonly Source[],
  shared: SharedFiles,
): Promise<Map<string, Result<DefinitionCall>>> {
  const calls = new Map<string, Result<DefinitionCall>>();
  if (sources.length === 0) return calls;
  const cache = await openDefinitionCache(root, version);
  const cached = sources.map((source) => ({ ...source, shared: sharedWith(source, shared) }));
  const unknown: Source[] = [];
  for (const source of cached) {
    const call = cache.find(source);
    if (call) calls.set(source.file, ok(call));
    else unknown.push(source);
  }
  if (unknown.length > 0) {
    for (const [file, call] of await readTypeScript(root, unknown, shared)) calls.set(file, call);
  }
  await cache.save(
    cached.flatMap((source) => {
      const call = calls.get(source.file);
      return call?.ok ? [{ ...source, call: call.value }] : [];
    }),
  );
  return calls;
}

/** Checks that a file in a folder for components defines a component, and any other file a content type. */
function checkedCall(source: DefinitionFile, call: Result<DefinitionCall>): Result<RawDefinition['value']> {
  if (!call.ok) return call;
  const { callee, value } = call.value;
  const isComponent = source.kind === 'component';
  const expected = source.isModule ? undefined : isComponent ? 'defineComponent' : 'defineContentType';
  if (callee === expected) return ok(value);
  const span = { file: source.file, line: 1, column: 1 };
  if (callee === undefined) return failed([noDefinition(span)]);
  if (expected === undefined) {
    const message = `this schema of a Strapi project calls ${callee}`;
    const hint = `move the file to ${isComponent ? 'content/components/<category>/' : 'content/'}`;
    return failed([{ code: 'CG203', span, message, hint }]);
  }
  const hint = 'put content types directly into the content folder, and components into components/<category>/';
  const message = `this file calls ${callee}, but its folder requires ${expected}`;
  return failed([{ code: 'CG203', span, message, hint }]);
}

function misplaced(file: string): Diagnostic {
  const span = { file, line: 1, column: 1 };
  if (/\.(ts|json)$/.test(file)) {
    const hint = 'put content types directly into the content folder, and components into components/<category>/';
    return { code: 'CG230', span, message: 'this folder cannot contain definitions', hint };
  }
  const hint = 'write the definition in TypeScript (.ts) or JSON (.json)';
  return { code: 'CG230', span, message: 'content-gen does not read definitions from this file type', hint };
}

function nothingFound(config: Config): Diagnostic {
  const span = { file: config.file ?? config.content[0] ?? 'content', line: 1, column: 1 };
  const hint = 'write one, such as content/article.ts, or run "content-gen init"';
  return { code: 'CG109', span, message: `there are no definitions in ${config.content.join(', ')}`, hint };
}
