import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { defineComponent, defineContentType } from '../definitions/define.js';
import { readJson } from '../definitions/json.js';
import { type Position, literalOf } from '../definitions/raw.js';
import { type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { messageOf } from '../diagnostics/thrown.js';
import { defineConfig } from './define.js';
import { isObject } from './plain-object.js';
import type { ConfigSource } from './source-position.js';

/** The possible names of a config file. The first existing one is read. */
export const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((end) => `content-gen.config.${end}`);

/** The key of `package.json` that is read if there is no config file. */
const packageKey = 'content-gen';

interface ReadConfig {
  readonly source: ConfigSource;
  readonly value: unknown;
}

/** The config as written. Undefined if the project has none. */
export async function readConfig(root: string, explicitPath?: string): Promise<Result<ReadConfig | undefined>> {
  const found = explicitPath ?? configFiles.find((name) => existsSync(join(root, name)));
  if (found !== undefined) {
    const path = resolve(root, found);
    const file = relativeTo(root, path);
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry !== undefined && !entry.isDirectory()) return evaluate(root, path, file);
    const problem = entry === undefined ? 'does not exist' : 'is a folder';
    const span = { file, line: 1, column: 1 };
    return failed([{ code: 'CG104', span, message: `the config file ${found} ${problem}` }]);
  }
  if (!existsSync(join(root, 'package.json'))) return ok(undefined);
  const manifest = await evaluate(root, join(root, 'package.json'), 'package.json');
  if (!manifest.ok) return manifest;
  const { source, value } = manifest.value;
  const section = isObject(value) ? value[packageKey] : undefined;
  return ok(section === undefined ? undefined : { source: { ...source, section: packageKey }, value: section });
}

async function evaluate(root: string, path: string, file: string): Promise<Result<ReadConfig>> {
  const text = await readFile(path, 'utf8');
  if (extname(path) === '.json') {
    const json = readJson(file, text);
    if (json.ok) return ok({ source: { root, file, text }, value: literalOf(json.value) });
    return failed(json.diagnostics.map((diagnostic) => ({ ...diagnostic, code: 'CG101' })));
  }
  try {
    return ok({ source: { root, file, text }, value: await run(path) });
  } catch (error) {
    const reason = messageOf(error);
    const trace = error instanceof Error ? `${reason}\n${error.stack ?? ''}` : reason;
    return failed([{ code: 'CG101', span: { file, ...positionIn(trace, path) }, message: firstLine(reason, path) }]);
  }
}

/** What a config file may import from `content-gen`. */
const ourselves = { defineConfig, defineComponent, defineContentType };

/**
 * Runs a config file. In the file, an import of `content-gen` is this package, so that the project need not install it,
 * and no command loads these modules a second time.
 */
async function run(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  // Without the module cache, --watch reads the changed file.
  const jiti = createJiti(path, { virtualModules: { 'content-gen': ourselves }, moduleCache: false });
  const loaded = await jiti.import(path);
  if (isObject(loaded) && 'default' in loaded) return loaded['default'];
  throw new Error('the config file has no default export; write `export default defineConfig({ ... })`');
}

/** Finds the position in the text of an error: `…/content-gen.config.ts:3:7`. */
function positionIn(trace: string, path: string): Position {
  const after = trace.includes(path) ? trace.slice(trace.indexOf(path) + path.length) : '';
  const position = /^:(\d+):(\d+)/.exec(after);
  return position ? { line: Number(position[1]), column: Math.max(1, Number(position[2])) } : { line: 1, column: 1 };
}

/** The first line of the error, without the folders of this machine. */
function firstLine(text: string, path: string): string {
  const [first = ''] = text.split('\n');
  return first.replaceAll(dirname(path) + sep, '').trim();
}

function relativeTo(root: string, path: string): string {
  const inside = relative(root, path);
  return isAbsolute(inside) ? path : inside.split(sep).join('/');
}
