import { type Literal, entriesOf, flagOf, numberOf, textOf, textsOf, valueAt } from '../sources/literal.js';
import { pluginVerdict, providerVerdict } from '../survey/packages.js';
import { bytesOf, secondsOf } from './duration.js';
import { type Reading, say } from './settings.js';

/** `config/plugins.ts` */
export function readPlugins(reading: Reading, value: Literal): void {
  for (const [name, settings] of entriesOf(value)) {
    const config = valueAt(settings, 'config');
    const isOff = settings.kind === 'plain' ? settings.value === false : flagOf(valueAt(settings, 'enabled')) === false;
    if (name.startsWith('...'))
      say(reading, settings, { outcome: 'hand', kind: 'plugin', name, note: 'its plugins are computed' });
    else if (isOff) say(reading, settings, { outcome: 'unused', kind: 'plugin', name: `${name} (disabled)` });
    else {
      say(reading, settings, { ...pluginVerdict(name), name });
      if (name === 'users-permissions') readUsers(reading, config);
      if (name === 'upload') readUpload(reading, config);
      if (name === 'email') readEmail(reading, config);
      if (name === 'documentation') reading.proposal.openapi = true;
    }
  }
  if (entriesOf(value).length === 0)
    say(reading, value, { outcome: 'unused', name: 'config/plugins without settings' });
}

function readUsers(reading: Reading, config: Literal | undefined): void {
  const { users } = reading.proposal;
  readSessions(reading, config);
  const fields = valueAt(config, 'register', 'allowedFields');
  const texts = textsOf(fields);
  if (fields) {
    if (texts && texts.length > 0) users.registration = { fields: texts };
    say(reading, fields, {
      outcome: texts ? 'translated' : 'hand',
      name: 'register.allowedFields',
      ...(texts ? {} : { note: 'write users.registration.fields in the config' }),
    });
  }
  const limit = valueAt(config, 'ratelimit');
  if (limit) readRateLimit(reading, limit);
  for (const [name, literal] of entriesOf(config)) {
    if (['jwt', 'jwtSecret', 'jwtManagement', 'sessions', 'register', 'ratelimit'].includes(name)) continue;
    say(reading, literal, {
      outcome: 'hand',
      name: `users-permissions.${name}`,
      note: 'content-gen has no such setting',
    });
  }
}

const DAY = 86_400;

/** Long-lived tokens (`jwt.expiresIn`, 30 days by default), or the sessions of `jwtManagement: 'refresh'`. */
function readSessions(reading: Reading, config: Literal | undefined): void {
  const { users } = reading.proposal;
  if (textOf(valueAt(config, 'jwtManagement')) === 'refresh') {
    const sessions = valueAt(config, 'sessions');
    const access = numberOf(valueAt(sessions, 'accessTokenLifespan')) ?? 600;
    const refresh = numberOf(valueAt(sessions, 'maxRefreshTokenLifespan')) ?? 30 * DAY;
    users.sessions = {
      accessMinutes: Math.max(1, Math.round(access / 60)),
      refreshDays: Math.max(1, Math.round(refresh / DAY)),
      refreshCookie: flagOf(valueAt(sessions, 'httpOnly')) ?? false,
    };
    say(reading, sessions ?? valueAt(config, 'jwtManagement'), { outcome: 'translated', name: 'sessions' });
    return;
  }
  const written = valueAt(config, 'jwt', 'expiresIn');
  if (written === undefined) return;
  const seconds = secondsOf(numberOf(written) ?? textOf(written));
  if (seconds === undefined) {
    say(reading, written, {
      outcome: 'hand',
      name: 'jwt.expiresIn',
      note: 'write users.sessions in the config; without it, tokens last 30 days',
    });
    return;
  }
  const accessMinutes = Math.max(1, Math.round(seconds / 60));
  users.sessions = { accessMinutes, refreshDays: 30, refreshCookie: false, refreshTokens: false };
  say(reading, written, { outcome: 'translated', name: `jwt.expiresIn: ${accessMinutes} minutes` });
}

function readRateLimit(reading: Reading, limit: Literal): void {
  const { users } = reading.proposal;
  const [interval, max] = [valueAt(limit, 'interval'), numberOf(valueAt(limit, 'max'))];
  // Strapi counts in minutes where the interval is an object, and in milliseconds where it is a number.
  const minutes = numberOf(valueAt(interval, 'min'));
  const milliseconds = numberOf(interval);
  const seconds = minutes !== undefined ? minutes * 60 : milliseconds === undefined ? 300 : milliseconds / 1000;
  if (flagOf(valueAt(limit, 'enabled')) === false) users.rateLimit = false;
  else users.rateLimit = { requests: Math.max(1, Math.round(max ?? 5)), seconds: Math.max(1, Math.round(seconds)) };
  say(reading, limit, { outcome: 'translated', name: 'ratelimit' });
}

const TYPE = /^[a-z]+\/[a-z0-9.+-]*\*?$/;

function readUpload(reading: Reading, config: Literal | undefined): void {
  const { upload } = reading.proposal;
  const size = valueAt(config, 'sizeLimit') ?? valueAt(config, 'providerOptions', 'sizeLimit');
  const bytes = bytesOf(numberOf(size) ?? textOf(size));
  if (size && bytes !== undefined && bytes > 0) {
    upload.sizeLimit = Math.round(bytes);
    if (bytes > 1_073_741_824) upload.requestSizeLimit = Math.round(bytes);
    say(reading, size, { outcome: 'translated', name: 'upload.sizeLimit' });
  } else if (size) sayUnread(reading, size, 'upload.sizeLimit', 'upload.sizeLimit');
  const breakpoints = valueAt(config, 'breakpoints');
  const sizes = entriesOf(breakpoints).map(([name, literal]) => [name, numberOf(literal)] as const);
  if (breakpoints) {
    const isSize = ([name, pixels]: (typeof sizes)[number]) =>
      /^[A-Za-z][A-Za-z0-9]*$/.test(name) && Number.isInteger(pixels);
    const isKnown = breakpoints.kind === 'object' && sizes.every(isSize);
    if (isKnown) upload.breakpoints = Object.fromEntries(sizes.map(([name, pixels]) => [name, pixels ?? 0]));
    say(reading, breakpoints, { outcome: isKnown ? 'translated' : 'hand', name: 'upload.breakpoints' });
  }
  for (const name of ['allowedTypes', 'deniedTypes'] as const) {
    const written = valueAt(config, 'security', name);
    if (written === undefined) continue;
    const types = textsOf(written)?.filter((type) => TYPE.test(type));
    const isWhole = types !== undefined && types.length > 0 && types.length === textsOf(written)?.length;
    if (types && types.length > 0) upload[name] = types;
    if (isWhole) say(reading, written, { outcome: 'translated', name: `upload.security.${name}` });
    else sayUnread(reading, written, `upload.security.${name}`, `upload.${name}`);
  }
  readUploadProvider(reading, config);
}

function readUploadProvider(reading: Reading, config: Literal | undefined): void {
  const written = valueAt(config, 'provider');
  const provider = textOf(written);
  if (provider === undefined) {
    if (written)
      say(reading, written, { outcome: 'hand', kind: 'provider', name: 'upload.provider', note: 'it is computed' });
    return;
  }
  const verdict = providerVerdict(`provider-upload-${provider}`);
  if (!/aws-s3/.test(provider)) return say(reading, written, { ...verdict, name: `upload: ${provider}` });
  const options = valueAt(config, 'providerOptions');
  const inside = (...path: string[]) =>
    textOf(valueAt(options, 's3Options', ...path)) ?? textOf(valueAt(options, ...path));
  const bucket = inside('params', 'Bucket');
  const base = { name: `upload: ${provider}`, kind: 'provider' } as const;
  if (bucket === undefined || !/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) {
    const note =
      "the name of the bucket comes from the environment; write upload.storage: { provider: 's3', bucket: '…' } in the config";
    return say(reading, written, { ...base, outcome: 'hand', note });
  }
  const region = inside('region');
  const endpoint = inside('endpoint');
  const prefix = textOf(valueAt(options, 'rootPath'));
  const baseUrl = textOf(valueAt(options, 'baseUrl'));
  for (const [name, key] of [
    ['rootPath', 'prefix'],
    ['baseUrl', 'baseUrl'],
    ['region', 'region'],
    ['endpoint', 'endpoint'],
  ] as const) {
    const literal = valueAt(options, 's3Options', name) ?? valueAt(options, name);
    if (literal === undefined || textOf(literal) !== undefined) continue;
    const note = `its value is not known here; write upload.storage.${key} in the config, or files get other addresses`;
    say(reading, literal, { outcome: 'hand', kind: 'provider', name: `upload.providerOptions.${name}`, note });
  }
  reading.proposal.upload.storage = {
    provider: 's3',
    bucket,
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint: /^https?:/.test(endpoint) ? endpoint : `https://${endpoint}` } : {}),
    ...(prefix ? { prefix: `${prefix.replace(/^\/|\/$/g, '')}/` } : {}),
    ...(baseUrl ? { baseUrl } : {}),
  };
  return say(reading, written, { ...base, ...verdict });
}

/** A setting whose value is not known here, or has a part that content-gen does not take. */
function sayUnread(reading: Reading, literal: Literal, name: string, setting: string): void {
  const note = `its value is not known here, or only in part; write ${setting} in the config`;
  say(reading, literal, { outcome: 'hand', name, note });
}

function readEmail(reading: Reading, config: Literal | undefined): void {
  const provider = valueAt(config, 'provider');
  if (provider)
    say(reading, provider, {
      ...providerVerdict(`provider-email-${textOf(provider) ?? 'computed'}`),
      name: `email: ${textOf(provider) ?? 'computed'}`,
    });
  const from = valueAt(config, 'settings', 'defaultFrom');
  const sender = textOf(from);
  if (from && sender) {
    reading.proposal.users.mailFrom = sender;
    say(reading, from, { outcome: 'translated', name: `email.settings.defaultFrom: ${sender}` });
  } else if (from) sayUnread(reading, from, 'email.settings.defaultFrom', 'users.mailFrom');
  for (const [name, literal] of entriesOf(valueAt(config, 'settings'))) {
    if (name === 'defaultFrom') continue;
    const note = 'content-gen has no such setting';
    say(reading, literal, { outcome: 'hand', name: `email.settings.${name}`, note });
  }
}
