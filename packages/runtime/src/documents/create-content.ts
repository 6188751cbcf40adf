import {
  type Content,
  type ContentDefinition,
  type ContentOptions,
  type DocumentsApi,
  startContent,
} from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import { documentsApi, openTransaction } from './api.js';
import { compileDocuments } from './documents.js';

type AnyModels = Readonly<Record<string, AnyModel>>;

/** Puts a project to work. Call it before the first request; otherwise `DATABASE_URL` names the database. */
export function createContent<Models extends AnyModels, Role extends string>(
  definition: ContentDefinition<Models, Role>,
  options: ContentOptions = {},
): Content & DocumentsApi<Models, Role> {
  const content: Content = startContent(definition, options, (executor) =>
    openTransaction(content, documents, executor),
  );
  const documents = compileDocuments(content);
  return Object.assign(content, documentsApi<Models, Role>(content, documents));
}
