import { type Table, getTableColumns, getTableName } from 'drizzle-orm';

import type { AnyModel } from './model.js';
import { cgDocuments, cgFiles } from './tables.js';

/** A column that the generated code reads or writes. */
export interface NeededColumn {
  readonly table: string;
  readonly column: string;
}

/** The columns of all content types, and of the tables that link them. */
export function neededColumns(models: Iterable<AnyModel>): readonly NeededColumn[] {
  const tables = new Set<Table>([cgDocuments, cgFiles]);
  for (const model of models) {
    tables.add(model.table);
    for (const attribute of Object.values(model.attributes)) {
      if ('through' in attribute && attribute.through !== undefined) tables.add(attribute.through);
    }
  }
  return [...tables].flatMap((table) =>
    Object.values(getTableColumns(table)).map(({ name }) => ({ table: getTableName(table), column: name })),
  );
}
