/** Every value of the conformance schemas can be edited and comes back unchanged, through the code of the studio's forms. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { times } from '../../../runtime/test/harness/suite.js';
import {
  type DocumentKey,
  documentQuery,
  editedStatus,
  pathOf,
  versionQuery,
} from '../../../studio/src/content/document/version.js';
import { isEntry } from '../../../studio/src/content/form/blank.js';
import { formOf, refOf } from '../../../studio/src/content/form/from-api.js';
import { sameValue } from '../../../studio/src/content/form/same-value.js';
import { bodyOf } from '../../../studio/src/content/form/to-body.js';
import type {
  ApiDocument,
  DescribedAttribute,
  DescribedType,
  Entry,
  FileRecord,
  FormValue,
  FormValues,
  Ref,
} from '../../../studio/src/content/form/value.js';
import { queryString } from '../../../studio/src/data/query-string.js';
import { createProject } from '../serve/project.js';
import { type Pool, formValues } from '../../../studio/test/form-values.js';

const kit = fileURLToPath(new URL('../../../../fixtures/conformance/', import.meta.url));
const image = fileURLToPath(new URL('../../../../fixtures/example/seed/images/logo.png', import.meta.url));
const types =
  'article author badge category comment homepage nolist plain-item profile restaurant setting strict-item tag vault'.split(
    ' ',
  );

const RUNS = times(4);
let project: Awaited<ReturnType<typeof createProject>>;
let url: string;
let description: { readonly types: readonly DescribedType[]; readonly components: Pool['components'] };
let pool: Pool;

const authorization = 'Bearer conformance-token-full-access';

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url + path, {
    method,
    headers: { authorization, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  // Answers of the API are looked into freely.
  const read: any = await answer.json();
  return { status: answer.status, body: read };
}

beforeAll(async () => {
  project = await createProject({}, { database: true });
  await cp(join(kit, 'content'), join(project.root, 'content'), { recursive: true });
  await cp(join(kit, 'content-gen.config.mjs'), join(project.root, 'content-gen.config.mjs'));
  ({ url } = await project.serve(['--no-watch']).event('ready'));
  description = (await call('GET', '/studio/describe')).body;
  pool = await fill();
});
afterAll(() => project?.remove());

/** Some documents of each type, and some files. */
async function fill(): Promise<Pool> {
  const files: FileRecord[] = [];
  const png = await readFile(image);
  for (const [name, type, content] of [
    ['a.png', 'image/png', png],
    ['b.png', 'image/png', png],
    ['c.txt', 'text/plain', 'text'],
  ] as const) {
    const form = new FormData();
    form.append('files', new Blob([content], { type }), name);
    files.push((await call('POST', '/api/upload', form)).body[0]);
  }
  const empty: Pool = { refs: new Map(), files, components: description.components };
  const refs = new Map<string, readonly Ref[]>();
  // Types that others need come first: documents of `plain-item` have a tag.
  for (const type of description.types.toSorted(
    (one, other) => Number(needsOthers(one)) - Number(needsOthers(other)),
  )) {
    if (type.single) continue;
    const made = type.plugin ? await makeUsers() : await makeDocuments(type, { ...empty, refs });
    refs.set(
      type.uid,
      made.map((document) => refOf(document, type.uid, description)),
    );
  }
  return { ...empty, refs };
}

const needsOthers = ({ attributes }: DescribedType) =>
  attributes.some(({ kind, required }) => kind === 'relation' && required);

async function makeDocuments(type: DescribedType, from: Pool): Promise<readonly ApiDocument[]> {
  const own = type.attributes.filter(({ kind, required }) => kind !== 'relation' || required);
  const samples = fc.sample(formValues(own, from), { numRuns: 4, seed: 16 });
  const made: ApiDocument[] = [];
  for (const values of samples) {
    const key = { type, documentId: undefined, locale: type.localized ? 'en' : undefined };
    made.push(await saved(key, values, undefined));
  }
  return made;
}

async function makeUsers(): Promise<readonly ApiDocument[]> {
  const made: ApiDocument[] = [];
  for (const username of ['ann', 'ben']) {
    const person = { username, email: `${username}@example.org`, password: 'correct horse', role: 1 };
    made.push((await call('POST', '/api/users', person)).body);
  }
  return made;
}

/** Saves a form as the studio does. */
async function saved(key: DocumentKey, after: FormValues, before: FormValues | undefined): Promise<ApiDocument> {
  const data = bodyOf(key.type.attributes, after, before, description.components);
  const method = key.documentId === undefined && !key.type.single ? 'POST' : 'PUT';
  const query = queryString(versionQuery(key, editedStatus(key.type)));
  const { status, body } = await call(method, `/api${pathOf(key)}${query}`, { data });
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body.error)} for ${JSON.stringify(data)}`);
  return body.data;
}

async function load(key: DocumentKey): Promise<FormValues> {
  const query = queryString(documentQuery(key, editedStatus(key.type), description));
  const { status, body } = await call('GET', `/api${pathOf(key)}${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body.error)}`);
  return formOf(key.type.attributes, body.data, description);
}

/** The values of a form as far as the API shows them, without the names that they have in one form only. */
function shown(attributes: readonly DescribedAttribute[], values: FormValues): Record<string, unknown> {
  const readable = attributes.filter((each) => each.readable && !(each.kind === 'scalar' && each.type === 'password'));
  return Object.fromEntries(readable.map((each) => [each.name, plain(each, values[each.name])]));
}

function plain(attribute: DescribedAttribute, value: FormValue): unknown {
  if (Array.isArray(value) && attribute.kind !== 'scalar') {
    return value.map((each: FileRecord | Ref | Entry) => {
      if (isEntry(each))
        return { component: each.component, ...shown(pool.components[each.component]?.attributes ?? [], each.values) };
      return 'mime' in each ? each.id : [each.type, each.documentId];
    });
  }
  if (attribute.kind !== 'scalar' || typeof value !== 'string') return value;
  if (attribute.type === 'json') return value === '' ? null : JSON.parse(value);
  // The API shows no zeros at the end of a fraction, and no negative zero.
  if (attribute.type === 'time') return value.includes('.') ? value.replace(/\.?0*$/, '') : value;
  return ['integer', 'float', 'decimal'].includes(attribute.type) ? Number(value) + 0 : value;
}

/** Two attributes that show one relation: `badge` is the first of `badges`. A form can only mean one of them. */
const twins: Readonly<Record<string, string>> = { restaurant: 'badge' };

/** Another form in place of the first: some values stay, and some entries are old ones with new values. */
function edited(
  attributes: readonly DescribedAttribute[],
  from: FormValues,
  to: FormValues,
  keep: () => boolean,
): FormValues {
  const pairs = attributes.map(({ name, kind, readable }) => {
    const [before, after] = [from[name], to[name]];
    if (readable && keep()) return [name, before] as const;
    if (kind !== 'component' && kind !== 'dynamicZone') return [name, after] as const;
    const old = (Array.isArray(before) ? before : []).filter(isEntry).toReversed();
    const entries = (Array.isArray(after) ? after : []).filter(isEntry).map((entry) => {
      const at = old.findIndex((each) => each.component === entry.component);
      const [reused] = at < 0 || keep() ? [] : old.splice(at, 1);
      if (reused === undefined) return entry;
      const inner = pool.components[entry.component]?.attributes ?? [];
      return { ...reused, values: edited(inner, reused.values, entry.values, keep) };
    });
    return [name, entries] as const;
  });
  return Object.fromEntries(pairs);
}

describe.each(types)('a document of %s', (name) => {
  test('has the values that a form gave it, whatever they replace', async () => {
    const type = description.types.find((each) => each.name === name)!;
    const attributes = type.attributes.filter((each) => each.name !== twins[name]);
    const own = { ...type, attributes };
    const form = formValues(attributes, pool);
    const law = fc.asyncProperty(form, form, fc.infiniteStream(fc.boolean()), async (first, second, keep) => {
      const start: DocumentKey = { type: own, documentId: undefined, locale: type.localized ? 'en' : undefined };
      const had = type.single ? await load(start).catch(() => undefined) : undefined;
      const { documentId } = await saved(start, first, had);
      const key = type.single ? start : { ...start, documentId: String(documentId) };
      const before = await load(key);
      expect(shown(attributes, before)).toEqual(shown(attributes, first));

      const wanted = edited(attributes, before, second, () => keep.next().value === true);
      const body = bodyOf(attributes, wanted, before, description.components);
      const changed = attributes.filter((each) => !sameValue(before[each.name], wanted[each.name]));
      expect(Object.keys(body).sort()).toEqual(changed.map((each) => each.name).sort());
      await saved(key, wanted, before);
      const after = await load(key);
      expect(shown(attributes, after)).toEqual(shown(attributes, wanted));
      expect(bodyOf(attributes, after, after, description.components)).toEqual({});
    });
    await fc.assert(law, { numRuns: RUNS });
  });
});
