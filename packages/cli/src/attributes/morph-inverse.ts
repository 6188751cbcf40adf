import type { MorphInverse } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { call, option, visibility } from './options.js';

/** `morphOne` and `morphMany`: a polymorphic relation seen from one of the types it points at. */
export const morphInverse: AttributeKind<MorphInverse> = {
  columns: () => [],
  keys: () => [],
  output: ({ name, many, target }, scope) => {
    const owner = scope.contentType(target, 'output');
    return { name, value: many ? `${owner}[]` : `${owner} | null`, optional: true };
  },
  input: ({ many }) => (many ? 'cg.ToMany' : 'cg.ToOne'),
  filter: ({ target }, scope) => `f.Relation<${scope.contentType(target, 'filters')}>`,
  populate: ({ target }, scope) =>
    `p.Relation<${scope.contentType(target, 'populate')}, ${scope.contentType(target, 'filters')}>`,
  descriptor: (attribute, scope) =>
    call(
      attribute.many ? 'morphMany' : 'morphOne',
      [`() => ${scope.contentType(attribute.target, 'model')}`],
      [
        ...option('morphBy', attribute.morphBy),
        ...option('required', attribute.required, false),
        ...visibility(attribute),
      ],
    ),
};
