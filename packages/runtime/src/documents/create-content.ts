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

/**
 * Puts a project to work. Call it before the first request; otherwise `DATABASE_URL` names the database. Later calls
 * give the same project, so any module can open its documents with a call without options.
 */
export function createContent<Models extends AnyModels, Role extends string>(
  definition: ContentDefinition<Models, Role>,
  options: ContentOptions = {},
): Content & DocumentsApi<Models, Role> {
  const content = startContent(definition, options);
  if (isOpen<Models, Role>(content)) return content;
  const documents = compileDocuments(content);
  const open: Content['open'] = (executor, hookDepth) =>
    openTransaction({ ...content, hookDepth }, documents, executor);
  return Object.assign(content, { open }, documentsApi<Models, Role>(content, documents));
}

/** Whether a former call has given the project its documents. */
function isOpen<Models, Role extends string>(content: Content): content is Content & DocumentsApi<Models, Role> {
  return content.open !== undefined;
}
