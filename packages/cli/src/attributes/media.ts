import type { Media } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { string } from './literal.js';
import { marked } from './marks.js';
import { call, option, visibility } from './options.js';
import { memberOf } from './scalar.js';

export const media: AttributeKind<Media> = {
  columns: ({ name, column, multiple }) => [
    { name, value: multiple ? `cg.mediaList(${string(column)})` : `cg.media(${string(column)})` },
  ],
  // Deleting a file has to find the rows that show it.
  keys: ({ name, multiple }) => (multiple ? [] : [`cg.lookup(${memberOf('t', name)})`]),
  type: (attribute, scope) => marked(attribute.multiple ? 'Files' : 'File', [], attribute, scope, 'needed'),
  descriptor: (attribute) =>
    call(
      'media',
      [],
      [
        ...option('multiple', attribute.multiple, false),
        ...option('allowedTypes', attribute.allowedTypes),
        ...option('required', attribute.required, false),
        ...visibility(attribute),
      ],
    ),
};
