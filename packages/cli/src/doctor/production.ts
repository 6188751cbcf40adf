import type { Settings } from '@content-gen/runtime';

import type { Config } from '../config/index.js';
import { readAddress } from '../database/address.js';
import { type Path, locate } from '../config/source-position.js';
import type { Finding, Findings } from './finding.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets and settings that a public server should not have. */
export function checkProduction(config: Config, environment: Environment, now: Date): Findings {
  const warn = (message: string, hint: string, path?: Path): Findings => {
    const span = path && config.source && locate(config.source, path);
    const at = span === undefined ? '' : ` (${span.file}:${span.line})`;
    return [{ level: 'warning', subject: 'production', message: `${message}${at}`, hint }];
  };
  const findings = [
    ...checkPermissions(config.settings, warn),
    ...checkTokens(config.settings, now, warn),
    ...checkApi(config.settings, warn),
    ...checkUsers(config.settings, environment, warn),
    ...checkEnvironment(environment, warn),
  ];
  const fine: Finding = {
    level: 'ok',
    subject: 'production',
    message: 'no secrets or defaults that production should not have',
  };
  return findings.length === 0 ? [fine] : findings;
}

type Warn = (message: string, hint: string, path?: Path) => Findings;

/** Roles that everybody has, or that everybody gets by registering. */
function checkPermissions({ permissions, users }: Settings, warn: Warn): Findings {
  const open = ['public', users?.defaultRole ?? 'authenticated'];
  return open.flatMap((role) => {
    const types = permissions[role];
    const hint = `list the actions that the role ${role} needs`;
    if (types === '*') return warn(`the role ${role} may do everything`, hint, ['permissions', role]);
    return Object.entries(types ?? {}).flatMap(([type, granted]) => {
      const isAll = granted === '*' || (!Array.isArray(granted) && 'actions' in granted && granted.actions === '*');
      return isAll ? warn(`the role ${role} may do everything with ${type}`, hint, ['permissions', role, type]) : [];
    });
  });
}

function checkTokens({ tokens }: Settings, now: Date, warn: Warn): Findings {
  return tokens.flatMap(({ name, type, expiresAt }) => {
    const path: Path = ['tokens', { item: name }];
    if (expiresAt !== undefined && Date.parse(expiresAt) < now.getTime()) {
      return warn(`the token ${name} has expired`, 'remove it from the config', path);
    }
    if (type !== 'full-access' || expiresAt !== undefined) return [];
    return warn(`the token ${name} may do everything and never expires`, 'give it actions, or expiresAt', path);
  });
}

function checkApi({ api }: Settings, warn: Warn): Findings {
  if (api.cors.origins !== 'reflect' || !api.cors.credentials) return [];
  const hint = 'list the sites in api.cors.origins';
  return warn('every site may send requests with the cookies of your users', hint, ['api', 'cors', 'origins']);
}

function checkUsers({ permissions, users }: Settings, environment: Environment, warn: Warn): Findings {
  const limit = users?.rateLimit === false ? ['users', 'rateLimit'] : undefined;
  const mails = users?.emailConfirmation === true || JSON.stringify(permissions).includes('"forgotPassword"');
  const secret = environment['JWT_SECRET'];
  return [
    ...(limit === undefined ? [] : warn('attempts to sign in are not limited', 'remove users.rateLimit: false', limit)),
    ...(mails && !environment['SMTP_URL']
      ? warn('users get mails, but SMTP_URL is not set', 'set SMTP_URL, or give createContent a mail sender')
      : []),
    ...(secret !== undefined && secret !== '' && secret.length < 32
      ? warn('JWT_SECRET is shorter than 32 characters', 'use a random one: openssl rand -base64 48')
      : []),
  ];
}

const guessed = new Set([
  '',
  'postgres',
  'password',
  'admin',
  'root',
  'secret',
  'changeme',
  'strapi',
  'test',
  '123456',
]);
const ownHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;

function checkEnvironment(environment: Environment, warn: Warn): Findings {
  const mode = environment['CONTENT_GEN_MODE'];
  const text = environment['DATABASE_URL'];
  const address = text === undefined ? undefined : readAddress(text);
  const url = address === undefined ? undefined : new URL(address.url);
  const isRemote = url !== undefined && !ownHost.test(url.hostname);
  const isPlain =
    !/^(require|verify-ca|verify-full)$/.test(url?.searchParams.get('sslmode') ?? '') && !url?.searchParams.has('ssl');
  return [
    ...(mode === 'development' ? warn('CONTENT_GEN_MODE is development', 'unset it: only serve sets it') : []),
    ...(isRemote && guessed.has(decodeURIComponent(url.password))
      ? warn('the password in DATABASE_URL is easy to guess', 'choose a random one')
      : []),
    ...(isRemote && isPlain
      ? warn('the connection to the database is not encrypted', 'add ?sslmode=require to DATABASE_URL')
      : []),
  ];
}
