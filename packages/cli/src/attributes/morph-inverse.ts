import type { MorphInverse } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { marked } from './marks.js';
import { call, option, visibility } from './options.js';

/** `morphOne` and `morphMany`: a polymorphic relation seen from one of the types it points at. */
export const morphInverse: AttributeKind<MorphInverse> = {
  columns: () => [],
  keys: () => [],
  type: (attribute, scope) =>
    marked(attribute.many ? 'Many' : 'One', [scope.contentType(attribute.target, 'type')], attribute, scope, 'needed'),
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
