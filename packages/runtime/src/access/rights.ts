import type { Permissions, RowFilter, TypePermission } from '../content/settings.js';

/** What an attribute is wanted for. Sorting and searching count as filtering: they tell values apart as well. */
export type Use = 'read' | 'filter' | 'write';

/** What a role may do to one type. */
export interface TypeRights {
  readonly may: (action: string) => boolean;
  readonly allows: (attribute: string, use: Use) => boolean;
  /** Filters that a row has to meet for an action. */
  readonly rowsFor: (action: string) => readonly RowFilter[];
}

/** The value in a row filter that stands for the document id of the user who calls. */
export const CALLER = '$caller';

const NOTHING: TypeRights = { may: () => false, allows: () => true, rowsFor: () => [] };

const known = new WeakMap<Permissions, Map<string, TypeRights>>();

/** Worked out once per role and type. */
export function roleRights(permissions: Permissions, role: string, type: string): TypeRights {
  let cache = known.get(permissions);
  if (cache === undefined) known.set(permissions, (cache = new Map()));
  const key = `${role} ${type}`;
  let rights = cache.get(key);
  if (rights === undefined) cache.set(key, (rights = rightsOf(granted(permissions, role, type))));
  return rights;
}

const personal = new WeakMap<Permissions, ReadonlySet<string>>();

/** Whether what a role sees depends on which user it is. */
export function mentionsCaller(permissions: Permissions, role: string): boolean {
  let roles = personal.get(permissions);
  if (roles === undefined) {
    const found = Object.entries(permissions).filter(([, types]) => JSON.stringify(types).includes(`"${CALLER}"`));
    personal.set(permissions, (roles = new Set(found.map(([name]) => name))));
  }
  return roles.has(role);
}

function granted(permissions: Permissions, role: string, type: string): TypePermission | undefined {
  const types = Object.hasOwn(permissions, role) ? permissions[role] : undefined;
  if (types === undefined || types === '*') return types;
  return Object.hasOwn(types, type) ? types[type] : undefined;
}

function rightsOf(permission: TypePermission | undefined): TypeRights {
  if (permission === undefined) return NOTHING;
  if (permission === '*') return { ...NOTHING, may: () => true };
  if (!('actions' in permission)) return { ...NOTHING, may: among(permission) };

  const { actions, readable, writable, filterable = readable, where, whereTo = {} } = permission;
  const lists = { read: shown(readable), filter: shown(filterable), write: writable && new Set(writable) };
  return {
    may: actions === '*' ? () => true : among(actions),
    allows: (attribute, use) => lists[use]?.has(attribute) ?? true,
    rowsFor: (action) => [where, Object.hasOwn(whereTo, action) ? whereTo[action] : undefined].filter(isGiven),
  };
}

/** What every document has is shown with whatever else of it is. */
const ALWAYS = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations'];

function shown(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names && new Set([...ALWAYS, ...names]);
}

function among(actions: readonly string[]): (action: string) => boolean {
  const set = new Set(actions);
  return (action) => set.has(action);
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
