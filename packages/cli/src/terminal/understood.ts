import type { Explanation } from '@content-gen/runtime/explain';

import type { ReadRequest } from '../explain/request.js';

type Parameters = NonNullable<Explanation['parameters']>;
type FilterAst = NonNullable<Parameters['filters']>;
type PopulateAst = NonNullable<Parameters['populate']>;

/** The query after parsing, one line per parameter. */
export function understood({ type, isList, documentId }: ReadRequest, parameters: Parameters): readonly string[] {
  const { status, locale, sort, fields, filters, populate, page, search, publicationFilter } = parameters;
  const subject = isList ? `a list of ${type}` : `the document ${documentId ?? ''} of ${type}`;
  const pages = Object.entries(page).map(([key, value]) => `${key} ${value}`);
  const lines: readonly (readonly [name: string, value: string])[] = [
    ['reads', subject.replace('  ', ' ')],
    ['status', status],
    ['locale', locale.length === 0 ? 'the default one' : locale.join(', ')],
    ['filters', filters === undefined ? '' : filterText(filters)],
    ['search', typeof search === 'string' ? search : ''],
    ['publication', publicationFilter ?? ''],
    ['sort', sort.map(({ path, direction }) => `${path.join('.')} ${direction}`).join(', ')],
    ['fields', fields.kind === 'all' ? '' : fields.names.join(', ')],
    ['populate', populate === undefined ? '' : populateText(populate)],
    ['pagination', pages.join(', ')],
  ];
  return lines.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(12)} ${value}`);
}

function filterText(ast: FilterAst, path: readonly string[] = []): string {
  switch (ast.kind) {
    case 'and':
    case 'or':
      return ast.items.length === 1
        ? ast.items.map((item) => filterText(item, path)).join('')
        : `(${ast.items.map((item) => filterText(item, path)).join(` ${ast.kind} `)})`;
    case 'not':
      return `not ${filterText(ast.item, path)}`;
    case 'attribute':
      return filterText(ast.item, [...path, ast.name]);
    case 'presence':
      return `${path.join('.')} ${ast.operator} "${(ast.operator === '$notNull') === ast.isPresent}"`;
    case 'operator':
      return `${path.join('.')} ${ast.operator} ${ast.values.map((value) => JSON.stringify(value)).join(', ')}`;
  }
}

function populateText(ast: PopulateAst): string {
  switch (ast.kind) {
    case 'all':
      return '* (everything, one level deep)';
    case 'names':
      return ast.names.map((name) => name.join('.')).join(', ');
    case 'entries':
      return ast.entries
        .map(({ name, value }) => (value.kind === 'nested' ? `${name} (${nestedText(value.nested)})` : name))
        .join(', ');
  }
}

type Nested = Extract<
  Extract<PopulateAst, { kind: 'entries' }>['entries'][number]['value'],
  { kind: 'nested' }
>['nested'];

function nestedText({ fields, filters, sort, populate, count, on }: Nested): string {
  const parts = [
    fields?.kind === 'names' ? `fields ${fields.names.join(', ')}` : '',
    filters === undefined ? '' : filterText(filters),
    sort === undefined ? '' : `sort ${sort.map(({ path, direction }) => `${path.join('.')} ${direction}`).join(', ')}`,
    populate === undefined ? '' : `populate ${populateText(populate)}`,
    count === true ? 'count' : '',
    Array.isArray(on) ? `on ${on.map(({ name }: { readonly name: string }) => name).join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
