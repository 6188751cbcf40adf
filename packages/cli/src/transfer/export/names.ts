import { roleDocumentId } from '@content-gen/runtime/transfer';
import type postgres from 'postgres';

import { isObject } from '../../config/plain-object.js';
import type { Attribute } from '../../model/model.js';
import type { Layout, TypeLayout } from '../layout.js';

/** The names that an export uses where rows have ids. */
export interface ExportNames {
  /** Document ids of files by row id. */
  readonly files: ReadonlyMap<number, string>;
  /** Documents that exist: an entry can name a document that was deleted. */
  readonly documents: ReadonlySet<string>;
  /** Types of roles by document id. */
  readonly roles: ReadonlyMap<string, string>;
}

type Row = Readonly<Record<string, unknown>>;

/** Looks up everything that the rows of a batch name. */
export async function namesOf(
  tx: postgres.TransactionSql,
  type: TypeLayout,
  layout: Layout,
  rows: readonly Row[],
): Promise<Omit<ExportNames, 'roles'>> {
  const [files, documents] = [new Set<string>(), new Set<string>()];
  const visit = (attributes: readonly Attribute[], valueOf: (attribute: Attribute) => unknown): void => {
    for (const attribute of attributes) {
      const list = [valueOf(attribute) ?? []].flat();
      if (attribute.kind === 'media') list.forEach((id) => files.add(String(id)));
      else if (attribute.kind === 'relation' || attribute.kind === 'morphTo')
        list.forEach((id) => documents.add(String(id)));
      else if (attribute.kind === 'component' || attribute.kind === 'dynamicZone') {
        for (const entry of list.filter(isObject)) {
          const component = layout.components.get(String(entry['__component']));
          visit(component?.attributes ?? [], ({ name }) => entry[name]);
        }
      }
    }
  };
  for (const row of rows) visit(type.type.attributes, ({ column }) => row[column]);
  const found = await tx<{ id: string; document_id: string }[]>`
    select id, document_id from cg_files where id = any(${[...files]}::text[]::bigint[])`;
  const known = await tx<{ id: string }[]>`select id from cg_documents where id = any(${[...documents]}::text[])`;
  return {
    files: new Map(found.map(({ id, document_id }) => [Number(id), document_id])),
    documents: new Set(known.map(({ id }) => id)),
  };
}

/** Roles by the document ids that users have. A role of the config has a row only after the first write of a user. */
export async function rolesOf(
  tx: postgres.TransactionSql,
  configured: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx<{ type: string }[]>`select type from cg_roles`;
  return new Map([...configured, ...rows.map(({ type }) => type)].map((type) => [roleDocumentId(type), type]));
}
