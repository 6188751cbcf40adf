import { comment, literal, string } from '../../attributes/literal.js';
import type { Literal } from '../../model/model.js';
import { type Page, hasRoutes, own, segmentOf } from './page.js';

/** `index.ts` mounts all routes. */
export function indexView({ model, settings, imports }: Page): object {
  const routes = model.contentTypes
    .filter(hasRoutes)
    .map((type) => ({ path: string(`/${segmentOf(type)}`), routes: imports.name(own(type, 'Routes')) }));
  imports.all('models', 'models');
  imports.name({ symbol: 'settings', module: 'settings', value: true });
  return { prefix: comment(string(settings.api.prefix)), roles: rolesOf(settings), routes };
}

/** The roles that code may ask as. Every project has the first two. */
function rolesOf({ permissions }: Page['settings']): string {
  return [...new Set(['public', 'authenticated', ...Object.keys(permissions)])].map(string).join(' | ');
}

/** `models.ts` exports all descriptors. */
export function modelsView({ model }: Page): object {
  return { models: model.contentTypes.map((type) => ({ value: type.symbols.value, folder: type.name })) };
}

/** `schema.ts` exports all tables. */
export function barrelView({ model, settings }: Page): object {
  return { events: settings.events !== undefined, folders: model.contentTypes.map((type) => type.name) };
}

/** `settings.ts` contains the settings of the running API. */
export function settingsView({ settings }: Page): object {
  return { settings: literal(toLiteral(settings), 'lines') };
}

/** Settings are plain data. JSON drops keys with the value undefined. */
function toLiteral(value: unknown): Literal {
  const plain: Literal = JSON.parse(JSON.stringify(value));
  return plain;
}
