import type { Relation, RelationStorage } from '../model/model.js';
import type { AttributeKind, Property } from './kind.js';
import { string } from './literal.js';
import { marked } from './marks.js';
import { type Option, call, option, visibility } from './options.js';
import { memberOf } from './scalar.js';

export const relation: AttributeKind<Relation> = {
  columns: relationColumns,
  keys: relationKeys,
  type: (attribute, scope) =>
    marked(
      isMany(attribute) ? 'Many' : 'One',
      [scope.contentType(attribute.target, 'type')],
      attribute,
      scope,
      'needed',
    ),
  descriptor: (attribute, scope) =>
    call(
      attribute.cardinality,
      [`() => ${scope.contentType(attribute.target, 'model')}`],
      [
        ...through(attribute.storage),
        ...option(attribute.storage.at === 'inverse' ? 'mappedBy' : 'inversedBy', attribute.inverse),
        ...option('required', attribute.required, false),
        ...visibility(attribute),
      ],
    ),
};

interface Stored {
  readonly name: string;
  readonly column: string;
  readonly storage: RelationStorage;
}

export function relationColumns({ name, column, storage }: Stored): readonly Property[] {
  if (storage.at !== 'column') return [];
  const reference = { name, value: `cg.reference(${string(column)})` };
  if (storage.rankColumn === undefined) return [reference];
  return [reference, { name: storage.rankColumn, value: `cg.rank(${string(storage.rankColumn)})` }];
}

export function relationKeys({ name, storage }: Stored): readonly string[] {
  if (storage.at !== 'column') return [];
  const column = memberOf('t', name);
  if (storage.rankColumn !== undefined) return [`cg.owners(t, ${column}, ${memberOf('t', storage.rankColumn)})`];
  return [storage.exclusive ? `cg.exclusive(t, ${column})` : `cg.lookup(${column})`];
}

export function through(storage: RelationStorage): readonly Option[] {
  return storage.at === 'link' ? [['through', `tables.${storage.tableSymbol}`]] : [];
}

function isMany({ cardinality }: Relation): boolean {
  return cardinality === 'oneToMany' || cardinality === 'manyToMany';
}
