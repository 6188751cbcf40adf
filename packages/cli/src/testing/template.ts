import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Config, configFiles, loadConfig } from '../config/index.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import { generate } from '../generate/generate.js';
import { applyMigrations } from '../migrate/apply.js';
import { readMigrations } from '../migrate/folder.js';
import { definedState } from '../migrate/planned.js';
import { syncSchema } from '../migrate/sync-schema.js';
import { renderDiagnostic } from '../terminal/diagnostics.js';
import { version } from '../version.js';
import { countSteps } from '../write/index.js';
import { TestProblem } from './problem.js';

/** The config of a project that decides about its database, and a text that changes with that database. */
interface TemplateSource {
  readonly config: Config;
  readonly key: string;
}

const MIGRATIONS = 'migrations';

/** Reads the config when its files have changed, because running it takes longer than everything else here. */
export function readSource(root: string): () => Promise<TemplateSource> {
  let last: { readonly key: string; readonly config: Config } | undefined;
  return async () => {
    const configKey = await hashOf(root, [...configFiles, 'package.json']);
    if (last?.key !== configKey) last = { key: configKey, config: valueOf(await loadConfig(root)) };
    const { config } = last;
    const files = await Promise.all([config.output, MIGRATIONS].map((folder) => filesBelow(root, folder)));
    return { config, key: await hashOf(root, files.flat()) };
  };
}

/** Gives an empty database the tables of a project: first its migrations, then what the definitions have beyond them. */
export async function fillTemplate(config: Config, url: string): Promise<void> {
  const { model, plan } = valueOf(await generate(config));
  const { written, removed } = countSteps(plan);
  if (written + removed + plan.conflicts.length > 0) {
    throw new TestProblem(
      'The generated code is not that of the definitions. Run "content-gen generate" before the tests.',
    );
  }
  const migrations = await readMigrations(join(config.root, MIGRATIONS));
  if (migrations.length > 0) await applyMigrations({ url, migrations, allowDataLoss: true, report: () => undefined });
  await syncSchema(url, await definedState(config, model), { isOwn: true });
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const lines = result.diagnostics.map((diagnostic: Diagnostic) => renderDiagnostic(diagnostic, { color: false }));
  throw new TestProblem(`The project has errors:\n${lines.join('\n')}`);
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const names = await readdir(join(root, folder), { recursive: true }).catch((): string[] => []);
  return names.filter((name) => /\.(ts|sql|snapshot)$/.test(name)).map((name) => join(folder, name));
}

async function hashOf(root: string, files: readonly string[]): Promise<string> {
  const present = files.filter((file) => existsSync(join(root, file))).sort();
  const texts = await Promise.all(present.map((file) => readFile(join(root, file), 'utf8')));
  const hash = createHash('sha256').update(version);
  for (const [at, file] of present.entries()) hash.update(`\0${file}\0${texts[at]}`);
  return hash.digest('hex').slice(0, 24);
}
