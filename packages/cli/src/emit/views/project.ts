import { comment, literal, string } from '../../attributes/literal.js';
import type { Literal } from '../../model/model.js';
import { type Page, hasRoutes, own, segmentOf } from './page.js';

/** `index.ts` mounts all routes. */
export function indexView({ model, settings, imports }: Page): object {
  const routes = model.contentTypes
    .filter(hasRoutes)
    .map((type) => ({ path: string(`/${segmentOf(type)}`), routes: imports.name(own(type, 'routes')) }));
  imports.all('models', 'models');
  imports.name({ symbol: 'settings', module: 'settings', value: true });
  return { prefix: comment(string(settings.api.prefix)), routes };
}

/** `models.ts` exports all descriptors. */
export function modelsView({ model }: Page): object {
  return { models: model.contentTypes.map((type) => ({ value: type.symbols.value, folder: type.name })) };
}

/** `schema.ts` exports all tables. */
export function barrelView({ model }: Page): object {
  return { folders: model.contentTypes.map((type) => type.name) };
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
