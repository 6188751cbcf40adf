import type { Settings, UsersSettings } from '../content/settings.js';

/** What the config leaves out. */
const DEFAULTS: Required<UsersSettings> = {
  defaultRole: 'authenticated',
  roles: {},
  registration: { fields: [] },
  emailConfirmation: false,
  links: {},
  mailFrom: 'no-reply@localhost',
  sessions: { accessMinutes: 10, refreshDays: 30, refreshCookie: true },
  rateLimit: { requests: 10, seconds: 60 },
  trustedProxies: 0,
};

export type AllUsersSettings = Required<UsersSettings>;

const known = new WeakMap<Settings, AllUsersSettings>();

export function usersSettings(settings: Settings): AllUsersSettings {
  let all = known.get(settings);
  if (all === undefined) known.set(settings, (all = { ...DEFAULTS, ...settings.users }));
  return all;
}
