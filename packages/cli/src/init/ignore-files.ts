import { readManifest } from './package-json.js';
import type { InitFile } from './plan.js';

/** The cache and the development database belong to one checkout. */
export function planGitignore(text: string | undefined, more: readonly string[]): InitFile | undefined {
  const own = ['.content-gen/', ...more];
  if (text === undefined) return withLines('.gitignore', text, ['node_modules/', 'dist/', ...own]);
  return ignores(text, ['.content-gen']) ? undefined : withLines('.gitignore', text, own);
}

/** The lines of `openapi.json` have any length, so the `prettier --check` of a project would complain about them. */
export function planPrettierIgnore(
  text: string | undefined,
  manifest: string | undefined,
  output: string,
): InitFile | undefined {
  const line = `${output}/openapi.json`;
  if (text === undefined && !usesPrettier(manifest)) return undefined;
  return ignores(text ?? '', [line, output]) ? undefined : withLines('.prettierignore', text, [line]);
}

function usesPrettier(manifest: string | undefined): boolean {
  if (manifest === undefined) return false;
  const { dependencies, devDependencies } = readManifest(manifest);
  return 'prettier' in { ...dependencies, ...devDependencies };
}

function ignores(text: string, paths: readonly string[]): boolean {
  return text.split('\n').some((line) => paths.includes(line.trim().replace(/^\/|\/$/g, '')));
}

function withLines(path: string, text: string | undefined, lines: readonly string[]): InitFile {
  const added = `${lines.join('\n')}\n`;
  if (text === undefined) return { path, content: added, change: 'create' };
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return { path, content: `${text}${separator}${added}`, change: 'change' };
}
