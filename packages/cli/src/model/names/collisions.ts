import type { Span } from '../../diagnostics/diagnostic.js';
import type { TypeDraft } from '../draft.js';
import { isTooLong, userUid } from './names.js';
import type { Registry } from '../registry.js';
import type { Report } from '../report.js';
import { reservedPaths } from './reserved.js';
import { hasColumn, linkTablesOf, rankColumnOf } from '../storage.js';

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
      report('CG216', span, `the API itself uses the path /${path}`, `choose another ${single ? 'name' : 'plural'}`);
    } else if (other) {
      const hint = `choose another ${single ? 'name' : 'plural'}; the other one is in ${other.span.file}`;
      report('CG215', span, `${type.name} and ${other.name} have the same path /${path}`, hint);
    } else taken.set(path, type);
  }
}

function checkTables(types: readonly TypeDraft[], report: Report): void {
  const taken = new Map<string, string>();
  const take = (table: string, owner: string, span: Span): void => {
    checkLength('table', table, span, report);
    const other = taken.get(table);
    if (other === undefined) taken.set(table, owner);
    else report('CG218', span, `${owner} and ${other} have the same table ${table}`, 'set another table for one type');
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
    else report('CG220', span, `${owner} and ${other} have the same column ${column}`, 'rename one of the attributes');
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
  report('CG219', span, message, what === 'table' ? 'set a shorter name with "table"' : 'choose a shorter name');
}
