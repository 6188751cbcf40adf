import type { MorphTo } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { marked } from './marks.js';
import { call, option, visibility } from './options.js';
import { relationColumns, relationKeys, through } from './relation.js';

/** `morphToOne` and `morphToMany`: a relation to documents of any type. */
export const morphTo: AttributeKind<MorphTo> = {
  columns: relationColumns,
  keys: relationKeys,
  type: (attribute, scope) =>
    marked(attribute.many ? 'AnyMany' : 'AnyOne', [scope.models()], attribute, scope, 'needed'),
  descriptor: (attribute) =>
    call(
      attribute.many ? 'morphToMany' : 'morphToOne',
      [],
      [...through(attribute.storage), ...option('required', attribute.required, false), ...visibility(attribute)],
    ),
};
