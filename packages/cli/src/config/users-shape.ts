import type { Settings } from '@content-gen/runtime';

import { type ShapeOf, countShape, flagShape, list, objectShape, record, shape, textShape, value } from './shape.js';

type Users = NonNullable<Settings['users']>;

const limit = objectShape({ requests: countShape, seconds: countShape }, ['requests', 'seconds']);

const rateLimit = shape({ anyOf: [{ const: false }, limit.schema] }, (written, path, report) => {
  if (written !== false) limit(written, path, report);
});

/** The run-time check of `users` in the config. */
export const usersShape = objectShape({
  defaultRole: textShape('the name of a role', /./),
  roles: record(objectShape({ name: textShape(), description: textShape() })),
  registration: objectShape({ fields: list(textShape()) }, ['fields']),
  emailConfirmation: flagShape,
  links: objectShape({
    resetPassword: textShape(),
    confirmation: textShape(),
    afterConfirmation: textShape(),
  } satisfies ShapeOf<NonNullable<Users['links']>>),
  mailFrom: textShape(),
  sessions: objectShape(
    {
      accessMinutes: countShape,
      refreshDays: countShape,
      refreshCookie: flagShape,
      refreshTokens: flagShape,
    } satisfies ShapeOf<NonNullable<Users['sessions']>>,
    ['accessMinutes', 'refreshDays', 'refreshCookie'],
  ),
  rateLimit,
  trustedProxies: value(
    'a whole number of 0 or more',
    { type: 'integer', minimum: 0 },
    (written) => Number.isSafeInteger(written) && Number(written) >= 0,
  ),
} satisfies ShapeOf<Users>);
