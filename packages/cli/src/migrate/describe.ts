import type { ContentModel } from '../model/model.js';
import { fitting } from '../model/names/names.js';
import { modelState } from './state/model-state.js';
import type { SchemaState, State } from './state/state.js';

/** The imported module `schema.ts` of the generated code. */
export type TablesModule = Readonly<Record<string, unknown>>;

/** The state that the definitions require. */
export async function describeState(tables: TablesModule, model: ContentModel, defaultLocale: string): Promise<State> {
  return { version: 1, schema: await describeTables(tables), model: modelState(model, defaultLocale) };
}

export async function describeTables(tables: TablesModule): Promise<SchemaState> {
  const { generateDrizzleJson } = await prepareToDescribe();
  return withShortNames(generateDrizzleJson({ ...tables }));
}

/** Loads drizzle-kit, which takes most of the time. */
export function prepareToDescribe(): Promise<typeof import('drizzle-kit/api')> {
  return import('drizzle-kit/api');
}

/** PostgreSQL truncates names to 63 bytes, which can make two names equal. Long names end with a hash instead. */
function withShortNames({ tables, sequences }: SchemaState): SchemaState {
  const shortened = Object.entries(tables).map(([key, table]) => [
    key,
    { ...table, foreignKeys: shortNames(table.foreignKeys), indexes: shortNames(table.indexes) },
  ]);
  return { tables: Object.fromEntries(shortened), sequences };
}

function shortNames<T extends { readonly name: string }>(named: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.values(named).map((entry) => {
      const name = fitting(entry.name);
      return [name, { ...entry, name }];
    }),
  );
}
