import type { Media } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { string } from './literal.js';
import { call, option, visibility } from './options.js';

export const media: AttributeKind<Media> = {
  columns: ({ name, column, multiple }) => [
    { name, value: multiple ? `cg.mediaList(${string(column)})` : `cg.media(${string(column)})` },
  ],
  keys: () => [],
  // Null, because the file of a required attribute can be deleted.
  output: ({ name, multiple }) => ({ name, value: multiple ? 'cg.Media[]' : 'cg.Media | null', optional: true }),
  input: () => 'cg.MediaInput',
  filter: () => undefined,
  populate: () => 'p.Media',
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
