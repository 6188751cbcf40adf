import type { Span } from '../diagnostics/diagnostic.js';
import type { TypeDraft } from './draft.js';
import { isTooLong, userUid } from './names.js';
import type { Registry } from './registry.js';
import type { Report } from './report.js';
import { reservedPaths } from './reserved.js';
import { hasColumn, linkTablesOf, rankColumnOf } from './storage.js';

/** Checks that no two definitions use the same path, table or column. */
export function checkCollisions(registry: Registry, report: Report): void {
  checkPaths(registry.types, report);
  checkTables(registry.types, report);
  for (const type of registry.types) checkColumns(type, report);
  for (const { attributes } of registry.components) {
    for (const { name, span } of attributes) checkLength('attribute', name, span, report);
  }
}

function checkPaths(types: readonly TypeDraft[], report: Report): void {
  const taken = new Map<string, TypeDraft>();
  for (const type of types) {
    const single = type.kind === 'singleType';
    const path = single ? type.name : type.plural;
    const span = single ? type.spanOf('name') : type.spanOf('plural');
    const other = taken.get(path);
    if (reservedPaths.has(path) && type.uid !== userUid) {
      report('CG216', span, `/${path} is a path of the API itself`, `choose another ${single ? 'name' : 'plural'}`);
    } else if (other) {
      const hint = `it is the path of ${other.name} in ${other.span.file}`;
      report('CG215', span, `${type.name} is on the path /${path}, which is taken`, hint);
    } else taken.set(path, type);
  }
}

function checkTables(types: readonly TypeDraft[], report: Report): void {
  const taken = new Map<string, string>();
  const take = (table: string, owner: string, span: Span): void => {
    checkLength('table', table, span, report);
    const other = taken.get(table);
    if (other === undefined) taken.set(table, owner);
    else
      report('CG218', span, `table ${table} of ${owner} is taken by ${other}`, 'give one of the types another table');
  };
  for (const type of types) take(type.table, type.name, type.spanOf('table'));
  for (const type of types) {
    for (const { table, relation } of linkTablesOf(type)) take(table, `${type.name}.${relation.name}`, relation.span);
  }
}

function checkColumns(type: TypeDraft, report: Report): void {
  const taken = new Map<string, string>();
  const take = (column: string, owner: string, span: Span): void => {
    checkLength('column', column, span, report);
    const other = taken.get(column);
    if (other === undefined) taken.set(column, owner);
    else report('CG220', span, `column ${column} of ${owner} is taken by ${other}`, 'rename one of the attributes');
  };
  for (const attribute of type.attributes) {
    // The limit also holds without a column, because PostgreSQL names the keys of its answer.
    if (isTooLong(attribute.name)) checkLength('attribute', attribute.name, attribute.span, report);
    else if (attribute.kind !== 'relationDraft' || hasColumn(attribute)) {
      take(attribute.column, attribute.name, attribute.span);
    }
  }
  for (const attribute of type.attributes) {
    const rank = attribute.kind === 'relationDraft' ? rankColumnOf(attribute) : undefined;
    if (rank !== undefined && !isTooLong(attribute.name)) take(rank, `the order of ${attribute.name}`, attribute.span);
  }
}

function checkLength(what: string, identifier: string, span: Span, report: Report): void {
  if (!isTooLong(identifier)) return;
  const message = `the name of ${what} ${identifier} is longer than 63 bytes`;
  report('CG219', span, message, what === 'table' ? 'set a shorter table' : 'choose a shorter name');
}
