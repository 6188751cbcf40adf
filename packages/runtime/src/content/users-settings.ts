import type { Settings } from './settings.js';

/** How users register and sign in. Every key may be left out; see docs/users.md. */
export interface UsersSettings {
  /** The role of a user who registers: `authenticated`. */
  readonly defaultRole?: string;
  /** Names and descriptions of roles, as `/users-permissions/roles` shows them. */
  readonly roles?: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>;
  /** Attributes beside username, email and password that a registration may set. */
  readonly registration?: { readonly fields: readonly string[] };
  /** Whether users have to confirm their address before they can sign in. */
  readonly emailConfirmation?: boolean;
  /** Pages of the front end that mails link to; the code is added as `?code=` or `?confirmation=`. */
  readonly links?: {
    readonly resetPassword?: string;
    readonly confirmation?: string;
    readonly afterConfirmation?: string;
  };
  readonly mailFrom?: string;
  readonly sessions?: {
    readonly accessMinutes: number;
    readonly refreshDays: number;
    /** Signing in sets the refresh token as a cookie that scripts cannot read. */
    readonly refreshCookie: boolean;
    /** `false`: signing in gives an access token alone, as in a Strapi project without refresh tokens. */
    readonly refreshTokens?: boolean;
  };
  /** Limits the routes that take passwords or codes, per address. */
  readonly rateLimit?: false | { readonly requests: number; readonly seconds: number };
  /** The number of proxies in front of the server: that many addresses of `X-Forwarded-For` are trusted. */
  readonly trustedProxies?: number;
}

/** The sessions of a Strapi project that did not choose refresh tokens. */
const strapiSessions: NonNullable<UsersSettings['sessions']> = {
  accessMinutes: 30 * 24 * 60,
  refreshDays: 30,
  refreshCookie: false,
  refreshTokens: false,
};

/** The settings of users, with the defaults of the profile. */
export function usersSettingsOf({ api, users }: Pick<Settings, 'api' | 'users'>): Required<UsersSettings> {
  const sessions = api.responses === 'strapi' ? strapiSessions : defaultUsers.sessions;
  return { ...defaultUsers, sessions, ...users };
}

const defaultUsers: Required<UsersSettings> = {
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

/** A mail of the API: a confirmation, or a new password. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail, or throws. */
export type MailSender = (mail: Mail) => Promise<void>;
