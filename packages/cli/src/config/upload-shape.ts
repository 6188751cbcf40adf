import type { Settings } from '@content-gen/runtime';

import { isObject } from './plain-object.js';
import {
  type ShapeOf,
  countShape,
  flagShape,
  list,
  objectShape,
  oneOfShape,
  shape,
  textShape,
  value,
} from './shape.js';

type Upload = NonNullable<Settings['upload']>;
type Storage<Provider> = Extract<NonNullable<Upload['storage']>, { provider: Provider }>;

const type = textShape('a type such as image/png or image/*', /^[a-z]+\/[a-z0-9.+-]*\*?$/);
const address = textShape('an address such as https://example.org', /^https?:\/\/[^\s]+$/);

const local = objectShape({
  provider: oneOfShape('local', 's3'),
  folder: textShape('the path of a folder', /^[^\0]+$/),
} satisfies ShapeOf<Storage<'local'>>);

const s3 = objectShape(
  {
    provider: oneOfShape('local', 's3'),
    bucket: textShape('the name of a bucket', /^[a-z0-9][a-z0-9.-]+$/),
    region: textShape('a region such as eu-central-1', /^[a-z0-9-]+$/),
    endpoint: address,
    prefix: textShape('the beginning of a key such as media/', /^[A-Za-z0-9._/-]*$/),
    baseUrl: address,
  } satisfies ShapeOf<Storage<'s3'>>,
  ['bucket'],
);

const storage = shape({ anyOf: [local.schema, s3.schema] }, (written, path, report) => {
  const isBucket = isObject(written) && written['provider'] === 's3';
  (isBucket ? s3 : local)(written, path, report);
});

/** The names become parts of file names. */
const breakpoints = value(
  'sizes in pixels by name, such as { small: 500 }',
  { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
  (written) =>
    isObject(written) &&
    Object.entries(written).every(
      ([name, size]) => /^[A-Za-z][A-Za-z0-9]*$/.test(name) && Number.isSafeInteger(size) && Number(size) > 0,
    ),
);

/** The run-time check of `upload` in the config. */
export const uploadShape = objectShape({
  storage,
  sizeLimit: countShape,
  requestSizeLimit: countShape,
  allowedTypes: list(type),
  deniedTypes: list(type),
  breakpoints,
  optimize: flagShape,
  images: objectShape({ maxPixels: countShape } satisfies ShapeOf<NonNullable<Upload['images']>>),
} satisfies ShapeOf<Upload>);
