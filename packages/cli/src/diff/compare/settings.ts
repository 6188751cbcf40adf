import type { Settings } from '@content-gen/runtime';

import { isObject } from '../../config/plain-object.js';
import type { Change, Severity } from '../change.js';
import { defaultLocaleChanged } from '../changes/settings/default-locale-changed.js';
import { defaultPopulateChanged } from '../changes/settings/default-populate-changed.js';
import { limitLowered } from '../changes/settings/limit-lowered.js';
import { limitRaised } from '../changes/settings/limit-raised.js';
import { localeAdded } from '../changes/settings/locale-added.js';
import { localeRemoved } from '../changes/settings/locale-removed.js';
import { originsChanged } from '../changes/settings/origins-changed.js';
import { prefixChanged } from '../changes/settings/prefix-changed.js';
import { requestDefaultChanged } from '../changes/settings/request-default-changed.js';
import { responseFormatChanged } from '../changes/settings/response-format-changed.js';
import { settingChanged } from '../changes/settings/setting-changed.js';
import { type Pair, wordsWithout } from '../lists.js';
import { isSameValue, shown } from './values.js';

/** Finds the changes of the settings that clients notice. Rights have a comparison of their own. */
export function compareSettings({ before, now }: Pair<Settings>): readonly Change[] {
  const apis = { before: before.api, now: now.api };
  const { prefix, responses } = apis.now;
  return [
    ...(before.api.prefix === prefix ? [] : [prefixChanged({ before: before.api.prefix, now: prefix })]),
    ...(before.api.responses === responses
      ? []
      : [responseFormatChanged({ before: before.api.responses, now: responses })]),
    ...compareLimits({ before: limitsOf(before), now: limitsOf(now) }),
    ...compareDefaults({ before: before.api.rest, now: now.api.rest }),
    ...comparePopulate({ before: before.api.populate ?? {}, now: now.api.populate ?? {} }),
    ...compareLocales({ before: before.locales, now: now.locales }),
    ...compareCors({ before: before.api.cors, now: now.api.cors }),
    ...compareOthers({ before: otherSettings(before), now: otherSettings(now) }),
  ];
}

type Limits = Readonly<Record<string, number>>;

const MIB = 1024 * 1024;

/** Limits by their path. An absent one has the default of the runtime. */
function limitsOf({ api: { rest }, upload }: Settings): Limits {
  return {
    'api.rest.maxLimit': rest.maxLimit,
    'api.rest.arrayLimit': rest.arrayLimit ?? 100,
    'api.rest.maxPopulatedRows': rest.maxPopulatedRows,
    'api.rest.maxResponseBytes': rest.maxResponseBytes,
    'api.rest.maxBodyBytes': rest.maxBodyBytes,
    'api.rest.maxBulkItems': rest.maxBulkItems,
    'api.rest.maxSortedRows': rest.maxSortedRows,
    'api.rest.publicTimeoutMs': rest.publicTimeoutMs,
    'api.rest.bulkTimeoutMs': rest.bulkTimeoutMs ?? 8_000,
    'upload.sizeLimit': upload?.sizeLimit ?? 200 * MIB,
    'upload.requestSizeLimit': upload?.requestSizeLimit ?? 1024 * MIB,
    'upload.images.maxPixels': upload?.images?.maxPixels ?? 50_000_000,
  };
}

function compareLimits({ before, now }: Pair<Limits>): readonly Change[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const value = now[name] ?? old;
    if (old === value) return [];
    return [(value < old ? limitLowered : limitRaised)(name.split('.'), { before: old, now: value })];
  });
}

type Rest = Settings['api']['rest'];

function compareDefaults({ before, now }: Pair<Rest>): readonly Change[] {
  const effects = {
    defaultLimit: 'a page of a request that names no size has another size',
    withCount: 'a list whose request does not ask for its total has it or lacks it',
  };
  const found = (['defaultLimit', 'withCount'] as const).flatMap((key) =>
    before[key] === now[key]
      ? []
      : [requestDefaultChanged(['api', 'rest', key], pairOf(before[key], now[key]), effects[key])],
  );
  if (before.strictParams === now.strictParams) return found;
  const path = ['api', 'rest', 'strictParams'];
  const values = pairOf(before.strictParams, now.strictParams);
  if (!now.strictParams) return [...found, settingChanged(path, values, 'dangerous')];
  return [...found, requestDefaultChanged(path, values, 'requests with unknown parameters are refused')];
}

function pairOf(before: unknown, now: unknown): Pair<string> {
  return { before: shown(before), now: shown(now) };
}

type PopulateSettings = NonNullable<Settings['api']['populate']>;

function comparePopulate({ before, now }: Pair<PopulateSettings>): readonly Change[] {
  return Object.keys({ ...before, ...now })
    .filter((type) => !isSameValue(before[type], now[type]))
    .map((type) => defaultPopulateChanged(type, now[type] === undefined));
}

function compareLocales({ before, now }: Pair<Settings['locales']>): readonly Change[] {
  return [
    ...wordsWithout(before.all, now.all).map(localeRemoved),
    ...wordsWithout(now.all, before.all).map(localeAdded),
    ...(before.default === now.default ? [] : [defaultLocaleChanged({ before: before.default, now: now.default })]),
  ];
}

function compareCors({ before, now }: Pair<Settings['api']['cors']>): readonly Change[] {
  return (['origins', 'credentials', 'headers', 'expose'] as const).flatMap((key) => {
    const [old, value] = [before[key], now[key]];
    if (isSameValue(old, value)) return [];
    return [originsChanged(['api', 'cors', key], pairOf(old, value), isFewer(old, value))];
  });
}

type Origins = string | boolean | readonly string[] | undefined;

/** Whether something is refused that was allowed. `reflect` and `*` allow every site. */
function isFewer(before: Origins, now: Origins): boolean {
  if (typeof before === 'boolean' || typeof now === 'boolean') return before === true;
  if (typeof now === 'string') return false;
  const allowed = typeof before === 'string' ? undefined : (before ?? []);
  return allowed === undefined || wordsWithout(allowed, now ?? []).length > 0;
}

/** Settings that no other comparison knows, by their path. */
function otherSettings({ users = {}, upload = {} }: Settings): Readonly<Record<string, unknown>> {
  const { sizeLimit: _size, requestSizeLimit: _request, images: _images, ...files } = upload;
  const paths = { users, upload: files };
  return Object.fromEntries(
    Object.entries(paths).flatMap(([name, settings]) =>
      Object.entries(settings).map(([key, value]) => [`${name}.${key}`, value] as const),
    ),
  );
}

function compareOthers({ before, now }: Pair<Readonly<Record<string, unknown>>>): readonly Change[] {
  const paths = Object.keys({ ...before, ...now }).filter((path) => !isSameValue(before[path], now[path]));
  return paths.map((path) => {
    const values = pairOf(before[path], now[path]);
    return settingChanged(path.split('.'), values, severityOf(path, before[path], now[path]), !(path in now));
  });
}

/** What a visitor could do must stay; a client does not notice the other settings at once. */
function severityOf(path: string, before: unknown, now: unknown): Severity {
  const narrows: Readonly<Record<string, boolean>> = {
    'upload.allowedTypes': lacks(now, before),
    'upload.deniedTypes': lacks(before, now),
    'users.registration': lacks(fieldsOf(now), fieldsOf(before)),
    'users.emailConfirmation': now === true,
  };
  return narrows[path] === true ? 'breaking' : 'dangerous';
}

function fieldsOf(registration: unknown): unknown {
  return isObject(registration) ? registration['fields'] : [];
}

/** Whether a list lacks something of another one. An absent list has a default, which may lack it. */
function lacks(list: unknown, other: unknown): boolean {
  return !Array.isArray(list) || !Array.isArray(other) || wordsWithout(other, list).length > 0;
}
