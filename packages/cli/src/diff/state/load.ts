import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { loadConfig } from '../../config/index.js';
import { type Diagnostic, isWarning } from '../../diagnostics/diagnostic.js';
import { isProblem } from '../../diagnostics/problem.js';
import { readModel } from '../../generate/generate.js';
import { readMigrations } from '../../migrate/folder.js';
import type { Migrations } from '../compare/migrations.js';
import { DiffProblem } from './problem.js';
import type { ProjectState } from './state.js';

export interface LoadOptions {
  /** The config file, relative to the project. */
  readonly config?: string;
  /** The folder of the migrations, relative to the project. */
  readonly migrations: string;
}

export interface LoadedState extends ProjectState {
  readonly migrations: Migrations;
}

/** Reads the state before, from a folder. Errors name the state, and say what to do. */
export async function loadOldState(root: string, label: string, options: LoadOptions): Promise<LoadedState> {
  if (!existsSync(root)) throw new DiffProblem(noProject(label));
  // Another config may have been named in another commit.
  const { config: named, ...rest } = options;
  const config = named !== undefined && existsSync(join(root, named)) ? { config: named } : {};
  const found = await readState(root, { ...config, ...rest });
  if ('state' in found) return found.state;
  if (found.diagnostics.every(({ code }) => code === 'CG109')) throw new DiffProblem(noProject(label));
  throw new DiffProblem(unreadable(label, found.diagnostics));
}

type FoundState = { readonly state: LoadedState } | { readonly diagnostics: readonly Diagnostic[] };

/** Reads the definitions, the config and the migrations of a folder. */
export async function readState(root: string, { config: file, migrations }: LoadOptions): Promise<FoundState> {
  const config = await loadConfig(root, file);
  const model = config.ok ? await readModel(config.value) : config;
  if (!config.ok || !model.ok) return { diagnostics: model.ok ? [] : model.diagnostics };
  const found = await readMigrations(join(root, migrations));
  return { state: { config: config.value, model: model.value, migrations: { folder: migrations, found } } };
}

function noProject(label: string): string {
  return `${label} has no content types at this place, so there is nothing to compare with. Name a later commit, or compare from the folder that the project had.`;
}

function unreadable(label: string, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((each) => !isWarning(each));
  const [first] = errors;
  const where = first === undefined ? '' : `: ${first.span.file}:${first.span.line} ${first.code} ${first.message}`;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `This version of content-gen cannot read ${label}${where}${others}. Compare with a commit that "content-gen check" accepts, such as the one after the last upgrade.`;
}

/** Gives a problem with files of the old state the name of that state. */
export function aboutOldState(error: unknown, label: string): unknown {
  if (!isProblem(error) || error instanceof DiffProblem) return error;
  return new DiffProblem(`${label} cannot be read: ${error.message}`);
}
