import type { Settings } from '@content-gen/runtime';

import { type Diagnostic, type Result, ok } from './diagnostics.js';
import type { ContentModel } from './model/model.js';

/** What `content-gen.config` says, with every default filled in. */
export interface Config {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The config file that was read, relative to the root. Absent when there is none. */
  readonly file?: string;
  /** Folders searched for definitions, relative to the root. */
  readonly content: readonly string[];
  /** Folder of the generated code, relative to the root. */
  readonly output: string;
  /** The part that the running API needs. */
  readonly settings: Settings;
}

/** The names a config file may have; the first that exists is read. */
export const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((end) => `content-gen.config.${end}`);

export async function loadConfig(root: string, explicitPath?: string): Promise<Result<Config>> {
  const settings: Settings = {
    api: {
      prefix: '/api',
      responses: 'documented',
      rest: {
        defaultLimit: 25,
        maxLimit: 100,
        withCount: true,
        strictParams: true,
        maxPopulatedRows: 20_000,
        maxBodyBytes: 1_048_576,
      },
      cors: { origins: '*', credentials: false },
    },
    locales: { default: 'en', all: ['en'] },
    permissions: {},
    tokens: [],
  };
  return ok({
    root,
    ...(explicitPath ? { file: explicitPath } : {}),
    content: ['content'],
    output: 'src/content',
    settings,
  });
}

export function checkPermissions(_config: Config, _model: ContentModel): Diagnostic[] {
  return [];
}
