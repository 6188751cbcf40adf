import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config/index.js';
import { openTemplates } from '../emit/render.js';
import { findHooks } from '../project/app-files.js';
import type { InitFile } from './plan.js';

/** The file that tells agents how to work in a project. */
export const AGENTS = 'AGENTS.md';

export interface AgentsRequest {
  /** The folders of the definitions, relative to the root, if the project does not have them yet. */
  readonly content?: readonly string[];
}

interface AgentsPlan {
  /** Absent if the project has such a file: its text is from another hand. */
  readonly file?: InitFile;
}

/** Plans `AGENTS.md`, which names only files that the project has or that `files` create. */
export function planAgents(
  config: Config,
  request: AgentsRequest,
  files: readonly InitFile[],
  app: string,
): AgentsPlan {
  const { root, output } = config;
  // A link counts as a file, also one without a target.
  if (lstatSync(join(root, AGENTS), { throwIfNoEntry: false }) !== undefined) return {};
  const has = (path: string) => existsSync(join(root, path)) || files.some((file) => file.path === path);
  const view = {
    output,
    commands: commands.map(([command, purpose]) => ({ command, purpose })),
    places: placesOf(config, request, app)
      .filter(({ path, isPlanned }) => isPlanned || has(path))
      .map(({ path, holds }) => ({ path, holds })),
    testing: has('test/articles.test.ts')
      ? 'Run `npm test`. The tests are in `test`.'
      : 'Run the tests of the project.',
  };
  const content = openTemplates()(`project/${AGENTS}`, view);
  return { file: { path: AGENTS, content, change: 'create' } };
}

const commands: readonly (readonly [command: string, purpose: string])[] = [
  ['npx content-gen check', 'checks definitions and configuration, and writes nothing'],
  ['npx content-gen generate', 'writes the generated code'],
  ['npx content-gen generate --check', 'fails if the generated code is out of date'],
  ['npx content-gen serve', 'generates, starts a database and serves the API until you stop it'],
  ['npx content-gen migrate create <name>', 'writes a migration of what the definitions changed'],
  ['npx content-gen migrate apply', 'applies the migrations to the database of `DATABASE_URL`'],
  ['npx content-gen diff --against origin/main', 'lists what the change does to clients, roles and tables'],
  ['npx content-gen explain <request>', 'shows the SQL of a read, its plan and its cost'],
  ['npx content-gen doctor', 'examines the project and its database'],
];

interface Place {
  readonly path: string;
  readonly holds: string;
  /** The project gets it later, from a command. */
  readonly isPlanned?: boolean;
}

function placesOf({ root, file, content, output }: Config, request: AgentsRequest, app: string): readonly Place[] {
  const folders = request.content ?? content;
  return [
    ...folders.map((path) => ({ path, holds: 'definitions of content types and components', isPlanned: true })),
    { path: file ?? 'content-gen.config.ts', holds: 'the configuration: permissions, locales, limits' },
    { path: app, holds: 'the app: own routes, middleware and settings' },
    { path: findHooks(root) ?? 'src/hooks.ts', holds: 'hooks' },
    { path: output, holds: 'generated code', isPlanned: true },
    { path: 'migrations', holds: 'migrations', isPlanned: true },
  ];
}
