import type { Attribute, ContentModel, ContentType } from '../../model/model.js';
import { hasRoutes, segmentOf } from '../../emit/views/page.js';
import { type Use, type Verb, isContentType } from '../change.js';
import { type Pair, compareNamed } from '../lists.js';
import type { ProjectState } from '../state/state.js';

/** A route that a client of the old state uses. */
export interface Route {
  readonly verb: Verb;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/api/articles/:documentId` */
  readonly path: string;
  readonly type: ContentType;
}

/** The routes that a change affects, as clients of the old state know them. */
export function routesOf(use: Use, states: Pair<ProjectState>): readonly Route[] {
  const side = use.isOld ? 'before' : 'now';
  const former = formerTypes(states);
  return typesWith(use.owner, states[side].model).flatMap((type) => {
    const old = side === 'now' ? former.get(type.name) : undefined;
    const known = old ?? type;
    const isOld = side === 'before' || old !== undefined;
    const { prefix } = states[isOld ? 'before' : 'now'].config.settings.api;
    return routesOfType(known, prefix).filter(({ verb }) => use.verbs.includes(verb));
  });
}

/** The content types of the old state, by the name of today. */
function formerTypes({ before, now }: Pair<ProjectState>): ReadonlyMap<string, ContentType> {
  const { kept } = compareNamed(before.model.contentTypes, now.model.contentTypes);
  return new Map(kept.map((pair) => [pair.now.name, pair.before]));
}

/** A content type itself, or the content types that have entries of a component, also within other components. */
function typesWith(owner: string, model: ContentModel): readonly ContentType[] {
  const found = new Set([owner]);
  const owners = [...model.components, ...model.contentTypes];
  let size = 0;
  while (size !== found.size) {
    size = found.size;
    for (const each of owners) if (each.attributes.some((one) => hasEntriesOf(one, found))) found.add(each.name);
  }
  return owners.filter(isContentType).filter(({ name }) => found.has(name));
}

function hasEntriesOf(attribute: Attribute, components: ReadonlySet<string>): boolean {
  if (attribute.kind === 'component') return components.has(attribute.component);
  return attribute.kind === 'dynamicZone' && attribute.components.some((name) => components.has(name));
}

export function routesOfType(type: ContentType, prefix: string): readonly Route[] {
  const path = `${prefix}/${segmentOf(type)}`;
  const one = `${path}/:${hasRoutes(type) ? 'documentId' : 'id'}`;
  const route = (verb: Verb, method: Route['method'], at: string): Route => ({ verb, method, path: at, type });
  if (type.kind === 'singleType') {
    return [route('find', 'GET', path), route('update', 'PUT', path), route('delete', 'DELETE', path)];
  }
  return [
    route('find', 'GET', path),
    route('findOne', 'GET', one),
    route('create', 'POST', path),
    route('update', 'PUT', one),
    route('delete', 'DELETE', one),
  ];
}
