import type { ComponentDraft, TypeDraft } from '../draft.js';
import type { Symbols } from '../model.js';
import { camelCase, pascalCase } from './names.js';
import type { Registry } from '../registry.js';
import { linkTablesOf } from '../storage.js';

/** Unique identifiers for all generated code. */
interface SymbolTable {
  readonly of: (owner: TypeDraft | ComponentDraft) => Symbols;
  readonly ofTable: (table: string) => string;
}

export function createSymbols(registry: Registry): SymbolTable {
  const taken = new Set<string>();
  const symbols = new Map<TypeDraft | ComponentDraft, Symbols>();
  for (const owner of [...registry.types, ...registry.components]) symbols.set(owner, symbolsFor(owner.name, taken));

  const tables = new Map<string, string>();
  const takenTables = new Set<string>();
  const names = registry.types.flatMap((type) => [type.table, ...linkTablesOf(type).map(({ table }) => table)]);
  for (const table of names.sort()) if (!tables.has(table)) tables.set(table, tableSymbol(table, takenTables));
  return { of: (owner) => known(symbols, owner), ofTable: (table) => known(tables, table) };
}

function known<Key, Value>(all: ReadonlyMap<Key, Value>, key: Key): Value {
  const found = all.get(key);
  if (found === undefined) throw new Error(`No identifier was made for ${String(key)}.`);
  return found;
}

/** Adds `_` until none of the names is taken. */
function symbolsFor(name: string, taken: Set<string>): Symbols {
  for (let suffix = ''; ; suffix += '_') {
    // An identifier cannot begin with a digit.
    const start = /^\d/.test(name) ? '_' : '';
    const type = start + pascalCase(name) + suffix;
    const prefix = start + camelCase(name) + suffix;
    const value = isFree(prefix) ? prefix : `${prefix}_`;
    const all = [
      ...['', 'Input', 'Type'].map((end) => type + end),
      ...['Filters', 'Input', 'Populate', 'Routes', 'Definition'].map((end) => prefix + end),
      value,
    ];
    if (all.some((symbol) => taken.has(symbol) || usedTypes.has(symbol) || usedExports.has(symbol))) continue;
    for (const symbol of all) taken.add(symbol);
    return { type, value, prefix };
  }
}

function tableSymbol(table: string, taken: Set<string>): string {
  let symbol = camelCase(table);
  // The runtime exports its own tables, such as `cgDocuments`, from the same module.
  while (!isFree(symbol) || taken.has(symbol) || /^cg[A-Z]/.test(symbol)) symbol += '_';
  taken.add(symbol);
  return symbol;
}

function isFree(symbol: string): boolean {
  return !keywords.has(symbol) && !usedValues.has(symbol);
}

/** Types that generated files import by name. */
const usedTypes = new Set(['Hono', 'ContentEnv', 'ContentDefinition', 'Settings']);

/** The exports of the generated index. */
const usedExports = new Set(['contentContext', 'contentDefinition', 'contentRoutes']);

/** Names that generated files import or declare. A value of the same name would hide them. */
const usedValues = new Set(
  `act action actSingle attr c cg content contentContext contentDefinition contentRoutes create documentId fallback findMany
  findOne findSingle filterValidator id input inputValidator json model models pg populateValidator query readBody readQuery remove
  removeSingle saveSingle settings t tables update`.split(/\s+/),
);

/** Words that cannot be the name of a constant. */
const keywords = new Set(
  `abstract any arguments as async await boolean break case catch class const constructor continue debugger declare
  default delete do else enum eval export extends false finally for from function get global globalThis if implements
  import in infer instanceof interface is keyof let module namespace never new null number object of package private
  protected public readonly require return satisfies set static string super switch symbol this throw true try type
  typeof undefined unique unknown using var void while with yield NaN Infinity`.split(/\s+/),
);
