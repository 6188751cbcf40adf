import { contentDefinition } from '../../../../fixtures/desk/src/content/index.js';
import type * as models from '../../../../fixtures/desk/src/content/models.js';
import type { ContentOptions } from '../../src/content/content.js';
import type { DocumentsApi } from '../../src/content/documents.js';
import { createContent } from '../../src/documents/create-content.js';
import { createTestDatabase } from '../harness/database.js';
import { desk } from '../harness/fixtures/desk.js';

/** The fixture `desk` in code, on a database of its own. */
export interface DeskDocuments {
  readonly content: DocumentsApi<typeof models, 'public' | 'authenticated'>;
  close(): Promise<void>;
}

interface DeskOptions extends Pick<ContentOptions, 'hooks'> {
  /** By default `strapi`, as in the fixture. */
  readonly responses?: 'documented';
}

export async function openDocuments({ responses, ...options }: DeskOptions = {}): Promise<DeskDocuments> {
  const { database, close } = await createTestDatabase(desk);
  const { settings: own } = contentDefinition;
  const settings = responses === undefined ? own : { ...own, api: { ...own.api, responses } };
  return { content: createContent({ ...contentDefinition, settings }, { database, ...options }), close };
}
