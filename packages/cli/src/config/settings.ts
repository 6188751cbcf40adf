import type { Settings } from '@content-gen/runtime';

import type { ConfigDefinition } from './define.js';
import type { ConfigReport } from './shape.js';

/** The settings of the running API, with every default filled in. */
export function settingsOf(config: ConfigDefinition, report: ConfigReport): Settings {
  const { api = {}, permissions = {}, tokens = [] } = config;
  const isStrapi = api.responses === 'strapi';
  const settings: Settings = {
    api: {
      prefix: api.prefix ?? '/api',
      responses: api.responses ?? 'documented',
      rest: {
        defaultLimit: 25,
        maxLimit: 100,
        withCount: true,
        // The clients of a Strapi project may send parameters that only its plugins know.
        strictParams: !isStrapi,
        maxPopulatedRows: 20_000,
        maxResponseBytes: 4_194_304,
        maxBodyBytes: 1_048_576,
        maxBulkItems: 1_000,
        maxSortedRows: 200_000,
        publicTimeoutMs: 1_000,
        ...defined(api.rest ?? {}),
      },
      ...(api.populate ? { populate: api.populate } : {}),
      cors: { ...(isStrapi ? strapiCors : { origins: '*', credentials: false }), ...defined(api.cors ?? {}) },
    },
    locales: localesOf(config),
    permissions,
    tokens: tokens.map((token) => defined(token)),
    ...(config.users ? { users: defined(config.users) } : {}),
    ...(config.upload ? { upload: defined(config.upload) } : {}),
    ...(config.observe ? { observe: defined(config.observe) } : {}),
    ...(config.events ? { events: config.events === true ? {} : defined(config.events) } : {}),
    ...(config.studio ? { studio: defined(config.studio) } : {}),
  };
  checkSettings(settings, report);
  return settings;
}

/** Strapi repeats the origin of every request. */
const strapiCors: Settings['api']['cors'] = { origins: 'reflect', credentials: true };

/** Treats a key with the value undefined as absent. */
function defined<T extends object>(written: T): T {
  const copy = { ...written };
  for (const key in copy) if (copy[key] === undefined) delete copy[key];
  return copy;
}

function localesOf({ locales = {} }: ConfigDefinition): Settings['locales'] {
  const all = locales.all ?? [locales.default ?? 'en'];
  return { default: locales.default ?? (all.includes('en') ? 'en' : (all[0] ?? 'en')), all };
}

/** Checks combinations of values, each of which is valid alone. */
function checkSettings({ api, locales, tokens }: Settings, report: ConfigReport): void {
  const { defaultLimit, maxLimit } = api.rest;
  if (defaultLimit > maxLimit) {
    const path = ['api', 'rest', 'defaultLimit'];
    const hint = 'lower defaultLimit, or raise maxLimit';
    report('CG103', path, `defaultLimit ${defaultLimit} is greater than maxLimit ${maxLimit}`, hint);
  }
  if (api.cors.credentials && api.cors.origins === '*') {
    const hint = `set origins to 'reflect', or to a list of sites`;
    report('CG103', ['api', 'cors', 'credentials'], `browsers reject credentials if origins is '*'`, hint);
  }
  if (!locales.all.includes(locales.default)) {
    const message = `the default locale ${locales.default} is not in the list of locales: ${locales.all.join(', ')}`;
    report('CG106', ['locales', 'default'], message, 'add it to locales.all, or choose another default');
  }
  for (const token of tokens) {
    const path = ['tokens', { item: token.name }];
    if (tokens.find(({ name }) => name === token.name) !== token) {
      report('CG103', path, `two tokens have the name ${token.name}`, 'rename one of them');
    }
    if (token.type === 'custom' && token.actions === undefined) {
      const hint = `for example actions: ['article.find']`;
      report('CG103', path, `token ${token.name} has the type custom, so it needs actions`, hint);
    } else if (token.type !== 'custom' && token.actions !== undefined) {
      const hint = `remove the actions, or set the type to 'custom'`;
      report('CG103', path, `token ${token.name} has the type ${token.type}, so it cannot have actions`, hint);
    }
  }
}
