/** The OpenAPI document is valid, small in a diff, and complete for one role. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { Validator } from '@seriousme/openapi-schema-validator';
import type { Settings } from '@content-gen/runtime';
import { describe, expect, test } from 'vitest';

import { projects } from '../../../../fixtures/projects.mjs';
import { loadConfig } from '../../src/config/index.js';
import { readModel } from '../../src/generate/generate.js';
import type { Attribute, ContentModel, ScalarType } from '../../src/model/model.js';
import { openapiDocument, openapiFile } from '../../src/openapi/index.js';
import { diffOf } from '../../src/write/diff.js';
import { filesIn, project, writeFiles } from '../command-line.js';
import { inProcess } from '../in-process.js';
import { valueOf } from '../model-of.js';
import { contentType, media, modelOf, relation, scalar, settings } from '../sample-model.js';
import { type Document, operationsOf } from './contract.js';

/** One for all documents, because it compiles the schema of OpenAPI once. */
const validator = new Validator();

function documentOf(model: ContentModel, given: Settings = settings, role?: string): Document {
  return JSON.parse(JSON.stringify(openapiDocument(model, given, role))) as Document;
}

describe.each(['documented', 'strapi'] as const)('in the profile %s', (responses) => {
  test.each(projects.map((root) => [basename(root), root] as const))('%s has a valid document', async (_, root) => {
    const config = valueOf(await loadConfig(root));
    const api = { ...config.settings.api, responses };
    const document = documentOf(valueOf(await readModel(config)), { ...config.settings, api });
    expect(await validator.validate(document)).toMatchObject({ valid: true });
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('the example has its document committed', async () => {
  const document = new URL('../../../../fixtures/example/src/content/openapi.json', import.meta.url);
  expect(JSON.parse(await readFile(document, 'utf8'))).toMatchObject({ openapi: '3.1.0' });
});

test('content types with names of other parts of the API have operations of their own', async () => {
  const names = ['role', 'locale', 'auth', 'upload'];
  const document = documentOf(modelOf(names.map((name) => contentType(name, [scalar('title', 'string')]))));
  expect(await validator.validate(document)).toMatchObject({ valid: true });
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['roleType.find', 'uploadType.find', 'upload.find']));
});

test('answers with old values are wide, and bodies obey the rules', () => {
  const kept = { keepOldValues: true } as const;
  const { schemas = {} } = documentOf(
    modelOf([
      contentType('holder', [
        scalar('title', 'string', { ...kept, required: true }),
        scalar('kind', 'enumeration', { ...kept, required: true, values: ['a'] }),
        scalar('body', 'blocks', kept),
      ]),
    ]),
  ).components;
  expect(schemas['Holder']).toMatchObject({
    properties: { title: { type: ['string', 'null'] }, kind: { type: ['string', 'null'] }, body: {} },
  });
  expect(schemas['HolderInput']).toMatchObject({
    properties: {
      title: { type: 'string' },
      kind: { type: 'string', enum: ['a'] },
      body: { $ref: '#/components/schemas/blocks' },
    },
  });
  expect(JSON.stringify(schemas['Holder'])).not.toContain('"enum"');
});

test('the text has a line for each operation, and for each property of the schemas of a definition', () => {
  const model = modelOf([contentType('event', [scalar('title', 'string'), scalar('day', 'date')])]);
  const { content } = openapiFile(model, settings);
  const { paths, components } = JSON.parse(content) as Document;
  const { Event, EventInput, EventFilters } = components['schemas']!;
  const properties = [Event, EventInput, EventFilters].map((schema) => schema!['properties'] as object);
  const entries = [...Object.values(paths), ...properties].flatMap((part) => Object.entries(part));
  expect(entries.length).toBeGreaterThan(30);
  const lines = new Set(content.split('\n').map((line) => compact(`{${line.replace(/,$/, '')}}`)));
  for (const [name, value] of entries) expect(lines).toContain(JSON.stringify({ [name]: value }));
});

/** A line that is one entry of an object, without spaces. */
function compact(line: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(line));
  } catch {
    return undefined;
  }
}

describe('a new field', () => {
  const title = scalar('title', 'string', { required: true, maxLength: 120 });
  const kinds: readonly ScalarType[] = [
    ...(['string', 'text', 'richtext', 'blocks', 'email', 'password', 'uid', 'enumeration', 'integer'] as const),
    ...(['biginteger', 'float', 'decimal', 'boolean', 'date', 'time', 'datetime', 'json'] as const),
  ];
  const place = relation('place', {
    cardinality: 'manyToOne',
    target: 'event',
    storage: { at: 'column', exclusive: false },
  });
  const text = (attributes: readonly Attribute[]) =>
    openapiFile(modelOf([contentType('event', attributes, { draftAndPublish: true })]), settings).content;
  const before = text([title, media('cover')]);

  test.each([...kinds.map((kind) => scalar('eventDay', kind)), media('photo'), place])(
    '$kind $type adds about five lines and changes only the list of fields',
    (field) => {
      const content = text([title, media('cover'), field]);
      const lines = diffOf({ action: 'update', path: 'openapi.json', before, content }).split('\n');
      const [added, removed] = ['+', '-'].map((sign) =>
        lines.filter((line) => line.startsWith(sign) && !/^(\+\+|--)/.test(line)).map((line) => line.slice(1)),
      ) as [string[], string[]];
      expect(added.length - removed.length).toBeLessThanOrEqual(5);
      expect(added.length - removed.length).toBeGreaterThanOrEqual(1);
      // A line that was the last one gets a comma, because JSON has no trailing commas.
      const changed = removed.filter((line) => !line.includes('"enum"') && !added.includes(`${line},`));
      expect(changed).toEqual([]);
      expect(removed.length).toBeLessThanOrEqual(3);
    },
  );
});

test('a required attribute that a condition can hide may be null', () => {
  const rules = { required: true, min: '1', visibleIf: { '==': [{ var: 'kind' }, 'sale'] } };
  const { schemas } = documentOf(modelOf([contentType('offer', [scalar('price', 'decimal', rules)])])).components;
  for (const name of ['Offer', 'OfferInput']) {
    expect(schemas![name]!['properties']).toMatchObject({ price: { type: ['number', 'null'] } });
  }
  expect(schemas!['OfferInput']!['properties']).not.toHaveProperty('price.minimum');
});

test('an attribute called meta keeps its type, because the API shows it in the place of the empty object', () => {
  const of = (name: string) => documentOf(modelOf([contentType('note', [scalar(name, 'string')])])).components;
  const metaIn = ({ schemas }: Document['components']) =>
    (schemas!['Note']!['properties'] as Record<string, unknown>)['meta'];
  expect(metaIn(of('meta'))).toEqual({ type: ['string', 'null'] });
  expect(metaIn(of('title'))).toEqual({ type: 'object' });
});

describe('the document of a role', () => {
  const permissions: Settings['permissions'] = {
    public: { event: { actions: ['find'], readable: ['title', 'place'] } },
    editor: { event: ['find', 'findOne', 'create', 'update'], venue: ['find'], upload: ['upload'] },
    drafter: { event: ['find', 'findDraft', 'createDraft', 'updateDraft', 'bulk'], venue: ['find'] },
  };
  const model = modelOf([
    contentType(
      'event',
      [
        scalar('title', 'string'),
        scalar('budget', 'integer'),
        scalar('note', 'text', { private: true }),
        relation('place', { cardinality: 'manyToOne', target: 'venue', storage: { at: 'column', exclusive: false } }),
      ],
      { draftAndPublish: true },
    ),
    contentType('venue', [scalar('name', 'string')]),
  ]);
  const of = (role: string) => documentOf(model, { ...settings, permissions }, role);
  const keysOf = (document: Document, name: string) =>
    Object.keys((document.components['schemas']![name]?.['properties'] as object | undefined) ?? {});

  test('has only the operations that the role may call', () => {
    const ids = (role: string) => operationsOf(of(role)).map(({ operation }) => operation.operationId);
    expect(ids('public')).toEqual(['event.find', 'server.health', 'server.ready', 'server.file']);
    expect(ids('editor')).toEqual([
      ...['event.find', 'event.create', 'event.findOne', 'event.update', 'venue.find', 'upload.upload'],
      ...['server.health', 'server.ready', 'server.file'],
    ]);
    expect(ids('nobody')).toEqual(['server.health', 'server.ready', 'server.file']);
  });

  test('has only the attributes that the role may read, filter by and write', () => {
    const [visitor, editor] = [of('public'), of('editor')];
    expect(keysOf(visitor, 'Event')).toContain('title');
    for (const name of ['Event', 'EventFilters']) {
      expect(keysOf(visitor, name)).not.toContain('budget');
      // The role cannot find venues.
      expect(keysOf(visitor, name)).not.toContain('place');
      expect(keysOf(editor, name)).toEqual(expect.arrayContaining(['budget', 'place']));
      expect(keysOf(editor, name)).not.toContain('note');
    }
    expect(visitor.components['schemas']).not.toHaveProperty('EventInput');
    expect(visitor.components['schemas']).not.toHaveProperty('Venue');
    // Private attributes can be written.
    expect(keysOf(editor, 'EventInput')).toEqual(['title', 'budget', 'note', 'place']);
  });

  test('offers drafts only to a role that may read them', () => {
    const parameters = (role: string) => JSON.stringify(of(role).paths['/api/events']!['get']!['parameters']);
    expect(parameters('editor')).not.toContain('parameters/status');
    expect(JSON.stringify(documentOf(model).paths['/api/events'])).toContain('parameters/status');
  });

  test('offers a role that writes drafts alone no other status', () => {
    const { paths, components } = of('drafter');
    const written = [paths['/api/events']!['post'], paths['/api/events/{documentId}']!['put']];
    for (const operation of [...written, paths['/api/events/actions/bulk']!['post']]) {
      expect(JSON.stringify(operation!['parameters'])).toContain('parameters/draftStatus');
      expect(JSON.stringify(operation!['parameters'])).not.toContain('parameters/status');
    }
    expect(components['parameters']!['draftStatus']).toMatchObject({ schema: { enum: ['draft'], default: 'draft' } });
    expect(Object.keys(paths)).not.toContain('/api/events/{documentId}/actions/publish');
    expect(keysOf(of('drafter'), 'EventInput')).toEqual(['title', 'budget', 'note', 'place']);
  });

  test('asks for credentials unless the role is public', () => {
    const security = (role: string) => of(role).paths['/api/events']!['get']!['security'];
    expect(security('public')).toEqual([{}]);
    expect(security('editor')).toEqual([{}, { bearer: [] }]);
    expect(of('editor').paths['/api/venues']!['get']!['security']).toEqual([{ bearer: [] }]);
  });
});

describe('content-gen generate', () => {
  const files = {
    'content/note.json': { attributes: { title: { type: 'string' } } },
    'content-gen.config.json': { openapi: true, permissions: { public: { note: ['find'] } } },
  };

  test('writes openapi.json on request, checks it and removes it', async () => {
    const root = project(files);
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
    const { 'src/content/openapi.json': written } = await filesIn(root);
    expect(JSON.parse(written!)).toMatchObject({ openapi: '3.1.0', paths: { '/api/notes': {} } });
    expect(await inProcess(root, ['generate', '--check'])).toMatchObject({ code: 0 });

    writeFiles(root, { 'content/note.json': { attributes: { title: { type: 'string' }, day: { type: 'date' } } } });
    const stale = await inProcess(root, ['generate', '--check']);
    expect(stale.code).toBe(2);
    expect(stale.stdout).toContain('+          "day": { "type": ["string", "null"], "format": "date" },');

    writeFiles(root, { 'content-gen.config.json': {} });
    expect(await inProcess(root, ['generate'])).toMatchObject({ code: 0 });
    expect(await filesIn(root)).not.toHaveProperty('src/content/openapi.json');
  });

  test('refuses to overwrite a document that was edited by hand', async () => {
    const root = project(files);
    await inProcess(root, ['generate']);
    const path = 'src/content/openapi.json';
    const written = (await filesIn(root))[path]!;
    writeFiles(root, { [path]: written.replace('Content API', 'My API') });
    const refused = await inProcess(root, ['generate']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(path);
  });

  test('prints the document of a role and writes nothing', async () => {
    const root = project(files);
    const { code, stdout } = await inProcess(root, ['generate', '--openapi', 'public']);
    expect(code).toBe(0);
    const document = JSON.parse(stdout) as Document;
    expect(Object.keys(document.paths)).toEqual(['/api/notes', '/_health', '/_ready', '/uploads/{key}']);
    expect(Object.keys(await filesIn(root))).toEqual(expect.not.arrayContaining([join('src', 'content', 'index.ts')]));
    const whole = await inProcess(root, ['generate', '--openapi']);
    expect(Object.keys((JSON.parse(whole.stdout) as Document).paths)).toContain('/api/notes/{documentId}');
  });

  test('names the roles if there is no such role', async () => {
    const outcome = await inProcess(project(files), ['generate', '--openapi', 'pulbic']);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain('There is no role "pulbic" in the config. did you mean "public"?');
  });
});
