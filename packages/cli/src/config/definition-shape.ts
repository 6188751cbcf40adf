import type { AllowedChange, ClientDefinition, ConfigDefinition } from './define.js';
import type { PermissionRule } from './define.js';
import {
  type Shape,
  type ShapeOf,
  anything,
  countShape,
  flagShape,
  isCount,
  list,
  objectShape,
  oneOfShape,
  record,
  shape,
  textShape,
  value,
  wordOr,
} from './shape.js';
import { momentOf } from './calendar-date.js';
import { clientFile } from './folders.js';
import { HEADER_NAME } from './header-name.js';
import { isObject } from './plain-object.js';
import { uploadShape } from './upload-shape.js';
import { usersShape } from './users-shape.js';
import { storableTypes } from './storable-types.js';

const NATURAL = { type: 'integer', minimum: 0 };
const folder = textShape('the path of a folder', /^[^\0]+$/);
const locale = textShape('a locale such as en or pt-BR', /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);
const header = textShape('the name of a header such as X-Shop', HEADER_NAME);
const origin = value('an origin such as https://example.org', { type: 'string' }, isOrigin);

const rule = objectShape(
  {
    actions: wordOr(['*'], list(textShape())),
    readable: list(textShape()),
    filterable: list(textShape()),
    writable: list(textShape()),
    where: record(anything),
    whereTo: record(record(anything)),
  } satisfies ShapeOf<PermissionRule>,
  ['actions'],
);

const clientPath = textShape('the path of a TypeScript file such as ../web/src/content.ts', clientFile);
const roleClient = objectShape({ file: clientPath, role: textShape() } satisfies ShapeOf<ClientDefinition>, ['file']);

/** A path, a path with a role, or a list of them. */
const client = shape(
  { anyOf: [clientPath.schema, roleClient.schema, list(roleClient).schema] },
  (written, path, report) =>
    (Array.isArray(written) ? list(roleClient) : isObject(written) ? roleClient : clientPath)(written, path, report),
);

/** A list of actions, or a rule with limits. */
const permission = shape({ anyOf: [list(textShape()).schema, rule.schema] }, (written, path, report) =>
  (Array.isArray(written) ? list(textShape()) : rule)(written, path, report),
);

/** A value of the `populate` parameter. The names in it are checked with the definitions. */
const populated = value(
  "the value of a populate parameter, such as '*', ['author'] or { author: { fields: ['name'] } }",
  { type: ['string', 'object', 'array'], items: { type: 'string' } },
  (written) =>
    typeof written === 'string' ||
    isObject(written) ||
    (Array.isArray(written) && written.every((name) => typeof name === 'string')),
);

const SHA256 = /^[0-9a-f]{64}$/;

const eventSettings = objectShape({ types: list(textShape()), days: countShape } satisfies ShapeOf<
  Exclude<ConfigDefinition['events'], boolean | undefined>
>);

/** True or false, or an object. */
const events = shape({ anyOf: [flagShape.schema, eventSettings.schema] }, (written, path, report) =>
  (isObject(written) ? eventSettings : flagShape)(written, path, report),
);

/** The message does not repeat the value, because it may be the secret. */
const sha256 = shape({ type: 'string', pattern: SHA256.source }, (written, path, report) => {
  if (typeof written === 'string' && SHA256.test(written)) return;
  const hint = 'keep the secret itself out of files';
  report('CG103', path, 'tokens.sha256 must be a SHA-256: 64 hex digits', hint);
});

/** The run-time check that belongs to the type `ConfigDefinition`. */
export const configShape = objectShape({
  // Editors read it in JSON.
  $schema: textShape(),
  content: shape({ anyOf: [folder.schema, list(folder).schema] }, (written, path, report) =>
    typeof written === 'string' ? folder(written, path, report) : list(folder)(written, path, report),
  ),
  output: folder,
  customFields: record(oneOfShape(...storableTypes)),
  client,
  api: objectShape({
    prefix: textShape('a path such as /api', /^(\/[A-Za-z0-9._~-]+)+$/),
    rest: objectShape({
      defaultLimit: countShape,
      maxLimit: countShape,
      withCount: flagShape,
      strictParams: flagShape,
      arrayLimit: value(
        'a whole number from 1 to 1000',
        { type: 'integer', minimum: 1, maximum: 1000 },
        (value) => isCount(value) && Number(value) <= 1000,
      ),
      maxPopulatedRows: countShape,
      maxResponseBytes: countShape,
      maxBodyBytes: countShape,
      maxBulkItems: countShape,
      maxSortedRows: countShape,
      publicTimeoutMs: countShape,
      bulkTimeoutMs: countShape,
      maxRememberedBytes: value('a whole number of 0 or more', NATURAL, (value) => value === 0 || isCount(value)),
    } satisfies ShapeOf<NonNullable<NonNullable<ConfigDefinition['api']>['rest']>>),
    responses: oneOfShape('documented', 'strapi'),
    populate: record(populated),
    cors: objectShape({
      origins: wordOr(['*', 'reflect'], list(origin)),
      credentials: flagShape,
      headers: wordOr(['*'], list(header)),
      expose: list(header),
    } satisfies ShapeOf<NonNullable<NonNullable<ConfigDefinition['api']>['cors']>>),
  } satisfies ShapeOf<NonNullable<ConfigDefinition['api']>>),
  locales: objectShape({ default: locale, all: list(locale) }),
  permissions: record(wordOr(['*'], record(wordOr(['*'], permission)))),
  tokens: list(
    objectShape(
      {
        name: textShape('text', /./),
        type: oneOfShape('full-access', 'read-only', 'custom'),
        actions: list(textShape('an action such as article.find', /^[^.]+\.[^.]+$/)),
        sha256,
        expiresAt: value('a date such as 2030-01-31', { type: 'string' }, isDate),
      },
      ['name', 'type', 'sha256'],
    ),
  ),
  users: usersShape,
  upload: uploadShape,
  observe: objectShape({ metrics: flagShape, slowStatementMs: countShape, trustLocal: flagShape } satisfies ShapeOf<
    NonNullable<ConfigDefinition['observe']>
  >),
  events,
  studio: objectShape({ autosave: flagShape } satisfies ShapeOf<NonNullable<ConfigDefinition['studio']>>),
  openapi: flagShape,
  serve: objectShape({ hosts: list(textShape('a host name such as api.test', /^[A-Za-z0-9.-]+$/)) }),
  diff: objectShape({
    allow: list(
      objectShape(
        {
          change: textShape('the kind of a change, such as attribute-removed', /^[a-z]+(-[a-z]+)+$/),
          at: textShape('the changed thing, such as article.title', /./),
          reason: textShape('text', /\S/),
          until: value('a date such as 2030-01-31', { type: 'string' }, isDate),
        } satisfies ShapeOf<AllowedChange>,
        ['change', 'at', 'reason', 'until'],
      ),
    ),
  }),
} satisfies ShapeOf<ConfigDefinition> & { readonly $schema: Shape });

function isOrigin(written: unknown): boolean {
  return typeof written === 'string' && URL.canParse(written) && new URL(written).origin === written;
}

function isDate(written: unknown): boolean {
  return typeof written === 'string' && momentOf(written) !== undefined;
}
