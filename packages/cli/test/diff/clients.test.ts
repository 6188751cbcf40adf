/**
 * A client of the old state against the new one: bodies and parameters that follow the old OpenAPI document, checked
 * with the new one. The document has a generator of its own, so it knows nothing of the comparison.
 */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { times } from '../../../runtime/test/harness/suite.js';
import type { Config } from '../../src/config/index.js';
import { compareStates } from '../../src/diff/compare/states.js';
import type { Attribute, ContentModel, ScalarType } from '../../src/model/model.js';
import { openapiDocument } from '../../src/openapi/index.js';
import {
  type Document,
  type Json,
  type JsonObject,
  type Operation,
  operationsOf,
  resolve,
} from '../openapi/contract.js';
import { bodyOf } from '../openapi/requests.js';
import { valuesOf } from '../openapi/values.js';
import { contentType, media, modelOf, relation, scalar, settings } from '../sample-model.js';

const types: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'email',
  'integer',
  'float',
  'boolean',
  'date',
  'enumeration',
];

const options = fc.record({
  required: fc.boolean(),
  private: fc.boolean(),
  writable: fc.boolean().map((isNot) => !isNot),
});

/** An attribute with few choices, so that two models often have the same one. */
function attribute(name: string): fc.Arbitrary<Attribute> {
  const scalars = fc
    .tuple(fc.constantFrom(...types), options, fc.constantFrom(undefined, 3, 9))
    .map(([type, marks, limit]) =>
      scalar(name, type, {
        ...marks,
        ...(limit !== undefined && type === 'string' ? { maxLength: limit } : {}),
        ...(limit !== undefined && type === 'integer' ? { max: limit } : {}),
        ...(limit === 3 && type === 'enumeration' ? { values: ['calm'] } : {}),
      }),
    );
  const files = fc.tuple(fc.boolean(), options).map(([multiple, marks]) => media(name, { ...marks, multiple }));
  const relations = fc
    .tuple(fc.constantFrom('author', 'tag'), options)
    .map(([target, marks]) =>
      relation(name, { ...marks, cardinality: 'manyToOne', target, storage: { at: 'column', exclusive: false } }),
    );
  return fc.oneof({ weight: 4, arbitrary: scalars }, files, relations);
}

const attributes = fc
  .subarray(['alpha', 'beta', 'gamma'])
  .chain((names) => fc.tuple(...names.map(attribute)) as fc.Arbitrary<readonly Attribute[]>);

const models = fc
  .record({ attributes, kind: fc.constantFrom('collectionType', 'collectionType', 'singleType'), drafts: fc.boolean() })
  .map(({ attributes: own, kind, drafts }) =>
    modelOf([
      contentType('article', own, { kind, draftAndPublish: drafts }),
      contentType('author', [scalar('name', 'string')]),
      contentType('tag', [scalar('name', 'string')]),
    ]),
  );

/** Two models: one and a change of an attribute, or any two. */
const pairs = fc.oneof(
  fc.tuple(models, models),
  fc.tuple(models, attribute('alpha')).map(([before, changed]) => {
    const [article, ...others] = before.contentTypes;
    const kept = article!.attributes.filter(({ name }) => name !== 'alpha');
    return [before, modelOf([{ ...article!, attributes: [...kept, changed] }, ...others])] as const;
  }),
);

function documentOf(model: ContentModel): Document {
  return JSON.parse(JSON.stringify(openapiDocument(model, settings))) as Document;
}

/** Checks values with the schemas of a document. */
function checkerOf(document: Document): (schema: JsonObject, value: Json) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addFormat('time-local', /^\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/);
  ajv.addSchema(document, 'openapi');
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    return ajv.validate(JSON.parse(text) as JsonObject, value);
  };
}

function parametersOf(document: Document, { operation }: Operation): readonly JsonObject[] {
  return ((operation['parameters'] ?? []) as readonly JsonObject[]).map((each) => resolve(document, each));
}

/** The first request of an old client that the new document refuses. */
function refusalOf(before: Document, now: Document, sample: (schema: JsonObject) => Json): string | undefined {
  const isValid = checkerOf(now);
  const known = operationsOf(now);
  for (const old of operationsOf(before)) {
    const at = `${old.method} ${old.path}`;
    const found = known.find(({ method, path }) => method === old.method && path === old.path);
    if (found === undefined) return `${at} is gone`;
    const parameters = parametersOf(now, found);
    for (const { name, schema } of parametersOf(before, old)) {
      const mine = parameters.find((each) => each['name'] === name);
      if (mine === undefined) return `${at} has no parameter ${String(name)}`;
      const value = sample(schema as JsonObject);
      if (!isValid(mine['schema'] as JsonObject, value))
        return `${at} refuses ${String(name)}=${JSON.stringify(value)}`;
    }
    const [mine, theirs] = [bodyOf(before, old.operation), bodyOf(now, found.operation)];
    if (mine === undefined || theirs === undefined) continue;
    const body = sample(mine);
    if (!isValid(theirs, body)) return `${at} refuses ${JSON.stringify(body)}`;
  }
  return undefined;
}

test('whatever request of an old client the new state refuses, the comparison has a breaking change', () => {
  let [refused, accepted] = [0, 0];
  fc.assert(
    fc.property(pairs, fc.integer(), ([before, now], seed) => {
      const documents = { before: documentOf(before), now: documentOf(now) };
      let turn = 0;
      const sample = (schema: JsonObject) =>
        fc.sample(
          valuesOf(documents.before, schema, () => ['abc'], 4),
          { numRuns: 1, seed: seed + turn++ },
        )[0]!;
      const refusal = refusalOf(documents.before, documents.now, sample);
      if (refusal === undefined) return void (accepted += 1);
      refused += 1;
      const config = { settings } as Config;
      const changes = compareStates({ before: { config, model: before }, now: { config, model: now } });
      expect(
        changes.some(({ severity }) => severity === 'breaking'),
        refusal,
      ).toBe(true);
    }),
    { numRuns: times(15) },
  );
  // A property that never meets its condition would prove nothing.
  expect(Math.min(refused, accepted)).toBeGreaterThan(0);
}, 120_000);

test('a state that is compared with itself refuses nothing and has no change', () => {
  fc.assert(
    fc.property(models, fc.integer(), (model, seed) => {
      const document = documentOf(model);
      let turn = 0;
      const sample = (schema: JsonObject) =>
        fc.sample(
          valuesOf(document, schema, () => ['abc'], 4),
          { numRuns: 1, seed: seed + turn++ },
        )[0]!;
      const state = { config: { settings } as Config, model };
      expect(refusalOf(document, document, sample)).toBeUndefined();
      expect(compareStates({ before: state, now: state })).toEqual([]);
    }),
    { numRuns: times(2) },
  );
}, 120_000);
