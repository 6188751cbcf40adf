import type { Settings } from '@content-gen/runtime';

import { type Shape, type ShapeOf, count, flag, list, object, record, text, value } from './shape.js';

type Users = NonNullable<Settings['users']>;

const limit = object({ requests: count, seconds: count }, ['requests', 'seconds']);

const rateLimit: Shape = (written, path, report) => {
  if (written !== false) limit(written, path, report);
};

/** The run-time check of `users` in the config. */
export const usersShape = object({
  defaultRole: text('the name of a role', /./),
  roles: record(object({ name: text(), description: text() })),
  registration: object({ fields: list(text()) }, ['fields']),
  emailConfirmation: flag,
  links: object({
    resetPassword: text(),
    confirmation: text(),
    afterConfirmation: text(),
  } satisfies ShapeOf<NonNullable<Users['links']>>),
  mailFrom: text(),
  sessions: object(
    { accessMinutes: count, refreshDays: count, refreshCookie: flag, refreshTokens: flag } satisfies ShapeOf<
      NonNullable<Users['sessions']>
    >,
    ['accessMinutes', 'refreshDays', 'refreshCookie'],
  ),
  rateLimit,
  trustedProxies: value(
    'a whole number of 0 or more',
    (written) => Number.isSafeInteger(written) && Number(written) >= 0,
  ),
} satisfies ShapeOf<Users>);
