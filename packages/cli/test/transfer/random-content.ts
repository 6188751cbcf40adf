/** Random content for any project, as lines of an export. */
import * as fc from 'fast-check';

import type { Attribute, Component, ContentModel, ContentType, Scalar } from '../../src/model/model.js';
import type { Content, ExportedEntry, ExportedVersion } from '../../src/transfer/export/format.js';
import { isOwned, isToMany } from '../../src/transfer/layout.js';

export interface RandomExport {
  /** Versions by the name of the type. */
  readonly versions: ReadonlyMap<string, readonly ExportedVersion[]>;
  readonly files: readonly string[];
}

/** All points in time that the API takes. */
const ISO = fc
  .date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Text that PostgreSQL can hold. */
const TEXT = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '0'));
const storable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/\\u0000|\\ud[89a-f]../gi, ''));

interface Surroundings {
  readonly model: ContentModel;
  readonly documents: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly string[];
  /** For unique values. */
  readonly next: () => number;
}

export function randomExport(model: ContentModel, locales: readonly string[]): fc.Arbitrary<RandomExport> {
  const counts = fc.tuple(
    ...model.contentTypes.map(({ kind }) => fc.integer({ min: 0, max: kind === 'singleType' ? 1 : 4 })),
  );
  return fc.tuple(counts, fc.integer({ min: 0, max: 3 })).chain(([amounts, fileCount]) => {
    const documents = new Map(
      model.contentTypes.map(({ name }, at) => [
        name,
        Array.from({ length: amounts[at] ?? 0 }, (_, index) => `${name.replaceAll(/\W/g, '')}x${index}`),
      ]),
    );
    const files = Array.from({ length: fileCount }, (_, index) => `file${index}`);
    let count = 0;
    const around = { model, documents, files, next: () => ++count };
    const lists = model.contentTypes.map((type) =>
      versionsOf(type, around, locales).map((list) => [type.name, list] as const),
    );
    return fc.tuple(...lists).map((all) => ({ versions: new Map(all), files }));
  });
}

function versionsOf(type: ContentType, around: Surroundings, locales: readonly string[]) {
  const keys = (around.documents.get(type.name) ?? []).flatMap((documentId, index) =>
    (type.localized ? locales : [undefined]).flatMap((locale) =>
      (type.draftAndPublish ? (['draft', 'published'] as const) : (['published'] as const)).map((status) => ({
        documentId,
        index,
        ...(locale === undefined ? {} : { locale }),
        status,
      })),
    ),
  );
  const versions = keys.map(({ index, ...key }) =>
    fc
      .record({ createdAt: ISO, updatedAt: ISO, published: ISO, content: contentOf(type, around, index) })
      .map(({ createdAt, updatedAt, published, content }): ExportedVersion => ({
        ...key,
        createdAt,
        updatedAt,
        ...(key.status === 'published' ? { publishedAt: published } : {}),
        ...content,
      })),
  );
  return fc
    .tuple(...versions)
    .chain((all) => fc.subarray(all, { minLength: Math.min(1, all.length) }).map((some) => complete(all, some)));
}

/** A document that links may name has at least one version. */
function complete(all: readonly ExportedVersion[], some: readonly ExportedVersion[]): readonly ExportedVersion[] {
  const present = new Set(some.map(({ documentId }) => documentId));
  return all.filter((version) => {
    if (some.includes(version)) return true;
    if (present.has(version.documentId)) return false;
    present.add(version.documentId);
    return true;
  });
}

function contentOf(
  holder: ContentType | Component,
  around: Surroundings,
  index: number,
  depth = 0,
): fc.Arbitrary<Content> {
  const parts = holder.attributes.map((attribute) => attributeOf(attribute, around, index, depth));
  return fc.tuple(...parts).map((all) => {
    const content: Record<string, Record<string, unknown>> = {};
    for (const part of ['values', 'entries', 'relations', 'positions', 'media']) {
      for (const one of all) {
        const value = one?.part === part ? one.value : part === 'positions' ? one?.positions : undefined;
        if (one === undefined || value === undefined || value === null || (Array.isArray(value) && value.length === 0))
          continue;
        (content[part] ??= {})[one.name] = value;
      }
    }
    return content;
  });
}

interface Part {
  readonly part: 'values' | 'entries' | 'relations' | 'media';
  readonly name: string;
  readonly value: unknown;
  readonly positions?: readonly number[];
}

function attributeOf(
  attribute: Attribute,
  around: Surroundings,
  index: number,
  depth: number,
): fc.Arbitrary<Part | undefined> {
  const { name } = attribute;
  const as = (part: Part['part'], value: fc.Arbitrary<unknown>) => value.map((one) => ({ part, name, value: one }));
  switch (attribute.kind) {
    case 'scalar':
      return as('values', scalarOf(attribute, around, depth > 0));
    case 'media':
      return as(
        'media',
        fc.shuffledSubarray(
          [...around.files],
          attribute.multiple ? {} : { maxLength: Math.min(1, around.files.length) },
        ),
      );
    case 'component':
    case 'dynamicZone': {
      const names = attribute.kind === 'component' ? [attribute.component] : attribute.components;
      const isList = attribute.kind === 'dynamicZone' || attribute.repeatable;
      if (depth > 2) return fc.constant(undefined);
      const entry = fc.constantFrom(...names).chain((component) => entryOf(component, around, depth));
      return as('entries', fc.array(entry, { maxLength: isList ? 3 : 1 }));
    }
    case 'role':
      return as('values', fc.constantFrom('authenticated', 'public'));
    case 'relation':
    case 'morphTo':
      return isOwned(attribute) ? relationOf(attribute, around, index) : fc.constant(undefined);
    case 'morphInverse':
      return fc.constant(undefined);
  }
}

function relationOf(
  attribute: Extract<Attribute, { kind: 'relation' | 'morphTo' }>,
  around: Surroundings,
  index: number,
): fc.Arbitrary<Part> {
  const targets = attribute.kind === 'relation' ? [attribute.target] : [...around.documents.keys()];
  const known = targets.flatMap((target) => around.documents.get(target) ?? []);
  // In a two-way one-to-one relation, a target has one owner.
  const isExclusive = attribute.storage.at === 'column' && attribute.storage.exclusive;
  const possible = isExclusive ? known.slice(index, index + 1) : known;
  const most = isToMany(attribute) ? possible.length : Math.min(1, possible.length);
  return fc.shuffledSubarray(possible, { maxLength: most }).chain((value) => {
    const place = fc.integer({ min: 0, max: 5 });
    const isPlaced = attribute.storage.at !== 'entry';
    return fc
      .array(place, { minLength: value.length, maxLength: value.length })
      .map((positions) => ({ part: 'relations', name: attribute.name, value, ...(isPlaced ? { positions } : {}) }));
  });
}

function entryOf(name: string, around: Surroundings, depth: number): fc.Arbitrary<ExportedEntry> {
  const component = around.model.components.find((one) => one.name === name)!;
  return contentOf(component, around, 0, depth + 1).map((content) => ({ component: name, ...content }));
}

function scalarOf(attribute: Scalar, { next }: Surroundings, inEntry: boolean): fc.Arbitrary<unknown> {
  if (attribute.unique || attribute.type === 'uid') return uniqueOf(attribute, next);
  const value = valueOf(attribute);
  // An absent value of an entry takes no default, and neither does that of a version.
  return fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: fc.constant(null), weight: inEntry ? 2 : 1 });
}

function uniqueOf({ type }: Scalar, next: () => number): fc.Arbitrary<unknown> {
  return fc.constant(null).map(() => {
    const number = next();
    if (type === 'email') return `user${number}@example.org`;
    if (type === 'biginteger') return String(number);
    if (type === 'integer' || type === 'float' || type === 'decimal') return number;
    if (type === 'date') return new Date(number * 86_400_000).toISOString().slice(0, 10);
    return type === 'datetime' || type === 'timestamp' ? new Date(number).toISOString() : `unique-${number}`;
  });
}

function valueOf({ type, values }: Scalar): fc.Arbitrary<unknown> {
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer();
    case 'biginteger':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
    case 'float':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number));
    case 'decimal':
      return fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((cents) => cents / 100);
    case 'date':
      return ISO.map((text) => text.slice(0, 10));
    case 'time':
      return ISO.map((text) =>
        text
          .slice(11, 23)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, ''),
      );
    case 'datetime':
    case 'timestamp':
      return ISO;
    case 'json':
      return fc.jsonValue({ maxDepth: 3 }).map(storable);
    case 'blocks':
      return fc
        .array(TEXT, { maxLength: 2 })
        .map((texts) => texts.map((text) => ({ type: 'paragraph', children: [{ type: 'text', text }] })));
    case 'enumeration':
      return fc.constantFrom(...(values ?? ['']));
    default:
      return TEXT;
  }
}
