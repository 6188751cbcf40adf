import { existsSync } from 'node:fs';
import { isAbsolute, join, posix } from 'node:path';

import type { ConfigDefinition } from './define.js';
import type { Path } from './source-position.js';
import type { ConfigReport } from './shape.js';

/** The path of the client: a TypeScript file whose name needs no escapes. */
export const clientFile = /^[^\0]*[\w-]\.ts$/;

interface Folders {
  /** Relative to the root, with forward slashes. */
  readonly content: readonly string[];
  readonly output: string;
}

/** The folders of the definitions and of the generated code. */
export function foldersOf(root: string, config: ConfigDefinition, report: ConfigReport): Folders {
  const output = inside(config.output ?? 'src/content', ['output'], report);
  if (config.content === undefined) return { content: usualFolders(root), output };

  const written = typeof config.content === 'string' ? [config.content] : config.content;
  const content = written.map((folder) => {
    const path: Path = typeof config.content === 'string' ? ['content'] : ['content', { item: folder }];
    const normal = inside(folder, path, report);
    if (!existsSync(join(root, normal))) {
      report('CG104', path, `the folder ${folder} does not exist`, 'create it, or correct its path');
    } else if (normal === output) {
      const hint = 'choose another folder for "content" or "output"';
      report('CG105', path, `the folder ${folder} is the output folder, so it cannot contain definitions`, hint);
    }
    return normal;
  });
  return { content: content.flatMap((folder) => strapiFolders(root, folder) ?? [folder]), output };
}

function usualFolders(root: string): readonly string[] {
  const ours = existsSync(join(root, 'content')) ? ['content'] : [];
  const found = [...ours, ...(strapiFolders(root, '.') ?? [])];
  return found.length > 0 ? found : ['content'];
}

/** The folders of a Strapi project that hold definitions. Without an `api` folder it is not a Strapi project. */
function strapiFolders(root: string, project: string): readonly string[] | undefined {
  const source = [posix.join(project, 'src'), project].find((folder) => existsSync(join(root, folder, 'api')));
  if (source === undefined || (project === '.' && source === '.')) return undefined;
  const folders = ['api', 'components', 'extensions'].map((name) => posix.join(source, name));
  return folders.filter((folder) => existsSync(join(root, folder)));
}

function inside(folder: string, path: Path, report: ConfigReport): string {
  const normal = posix.normalize(folder.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  if (isAbsolute(folder) || posix.isAbsolute(normal) || normal === '..' || normal.startsWith('../')) {
    report('CG105', path, `the folder ${folder} is outside the project`, 'use a folder inside the project');
  }
  return normal;
}
