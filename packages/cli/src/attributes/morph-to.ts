import type { MorphTo } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { call, option, visibility } from './options.js';
import { relationColumns, relationKeys, through } from './relation.js';

/** `morphToOne` and `morphToMany`: a relation to documents of any type. */
export const morphTo: AttributeKind<MorphTo> = {
  columns: relationColumns,
  keys: relationKeys,
  output: ({ name, many }) => ({ name, value: many ? 'cg.Morph[]' : 'cg.Morph | null', optional: true }),
  input: ({ many }) => (many ? 'cg.MorphToMany' : 'cg.MorphToOne'),
  filter: () => undefined,
  populate: () => 'p.Morph',
  descriptor: (attribute) =>
    call(
      attribute.many ? 'morphToMany' : 'morphToOne',
      [],
      [...through(attribute.storage), ...option('required', attribute.required, false), ...visibility(attribute)],
    ),
};
