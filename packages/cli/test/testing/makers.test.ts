/** `make` on the models of fixtures, without a server for tests. */
import { type ContentDefinition, createContent } from '@content-gen/runtime';
import { afterAll, expect, test } from 'vitest';

import { contentDefinition as conformance } from '../../../../fixtures/conformance/src/content/index.js';
import * as conformanceTables from '../../../../fixtures/conformance/src/content/schema.js';
import { contentDefinition as desk } from '../../../../fixtures/desk/src/content/index.js';
import * as deskTables from '../../../../fixtures/desk/src/content/schema.js';
import { contentDefinition as members } from '../../../../fixtures/members/src/content/index.js';
import * as membersTables from '../../../../fixtures/members/src/content/schema.js';
import { contentDefinition as schemas } from '../../../../fixtures/real-schemas/src/content/index.js';
import * as schemasTables from '../../../../fixtures/real-schemas/src/content/schema.js';
import { createTestDatabase } from '../../../runtime/test/harness/database.js';
import { type AnyModels, makersOf } from '../../src/testing/make/makers.js';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((each) => each.close())));

type AnyMake = Readonly<Record<string, (data?: object, options?: object) => Promise<{ readonly documentId: string }>>>;

interface Fixture {
  readonly name: string;
  readonly definition: ContentDefinition<AnyModels>;
  readonly tables: Record<string, unknown>;
}

const fixtures: readonly Fixture[] = [
  { name: 'conformance', definition: conformance, tables: conformanceTables },
  { name: 'schemas', definition: schemas, tables: schemasTables },
  { name: 'desk', definition: desk, tables: deskTables },
  { name: 'members', definition: members, tables: membersTables },
];

async function open(fixture: Fixture) {
  const database = await createTestDatabase(fixture);
  const definition = { ...fixture.definition };
  const content = createContent(definition, { database: { url: database.url } });
  opened.push({ close: () => content.database.close().then(database.close) });
  // The names of the models are those of the fixture.
  return { models: definition.models, make: makersOf(definition.models, content) as unknown as AnyMake };
}

test.each(fixtures)('every type of $name, with its required attributes', async (one) => {
  const { models, make } = await open(one);
  for (const [name, { single }] of Object.entries(models)) {
    const first = await make[name]!();
    const second = await make[name]!();
    expect(second.documentId === first.documentId, name).toBe(single);
  }
});

test.each(fixtures.slice(0, 2))('every attribute of each type of $name, on request', async (one) => {
  const { models, make } = await open(one);
  for (const [name, { attributes }] of Object.entries(models)) {
    for (const [attribute, { writable }] of Object.entries(attributes)) {
      // Of users, only the routes of codes write these.
      if (writable === false || /^(resetPassword|confirmation)Token$/.test(attribute)) continue;
      await expect(make[name]!({}, { with: [attribute] }), `${name}.${attribute}`).resolves.toHaveProperty(
        'documentId',
      );
    }
  }
});
