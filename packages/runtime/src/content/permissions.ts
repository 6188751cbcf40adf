import type { Permissions, RowFilter, TypePermission } from './settings.js';

/** The purpose an attribute is used for. Sorting and searching count as filtering, because they reveal values as well. */
export type Use = 'read' | 'filter' | 'write';

/** The rights of a role on one type. */
interface TypeRights {
  readonly may: (action: string) => boolean;
  readonly allows: (attribute: string, use: Use) => boolean;
  /** Filters that a row has to meet for an action. */
  readonly rowsFor: (action: string) => readonly RowFilter[];
}

/** The value in a row filter that stands for the document id of the calling user. */
export const CALLER = '$caller';

/** The permissions of a project, compiled per role and type on first use. */
export interface CompiledPermissions {
  rightsOf(role: string, type: string): TypeRights;
  /** Whether the row filters of a role compare with the calling user. */
  mentionsCaller(role: string): boolean;
}

export function compilePermissions(permissions: Permissions): CompiledPermissions {
  const byRole = new Map<string, Map<string, TypeRights>>();
  const personal = Object.entries(permissions).filter(([, types]) => JSON.stringify(types).includes(`"${CALLER}"`));
  const personalRoles = new Set(personal.map(([role]) => role));
  return {
    rightsOf(role, type) {
      let byType = byRole.get(role);
      if (byType === undefined) byRole.set(role, (byType = new Map()));
      let rights = byType.get(type);
      if (rights === undefined) byType.set(type, (rights = rightsOf(granted(permissions, role, type))));
      return rights;
    },
    mentionsCaller: (role) => personalRoles.has(role),
  };
}

function granted(permissions: Permissions, role: string, type: string): TypePermission | undefined {
  const types = Object.hasOwn(permissions, role) ? permissions[role] : undefined;
  if (types === undefined || types === '*') return types;
  return Object.hasOwn(types, type) ? types[type] : undefined;
}

const NOTHING: TypeRights = { may: () => false, allows: () => true, rowsFor: () => [] };

function rightsOf(permission: TypePermission | undefined): TypeRights {
  if (permission === undefined) return NOTHING;
  if (permission === '*') return { ...NOTHING, may: () => true };
  if (!('actions' in permission)) return { ...NOTHING, may: among(permission) };

  const { actions, readable, writable, filterable = readable, where, whereTo = {} } = permission;
  const lists = {
    read: withDocumentKeys(readable),
    filter: withDocumentKeys(filterable),
    write: writable && new Set(writable),
  };
  return {
    may: actions === '*' ? () => true : among(actions),
    allows: (attribute, use) => lists[use]?.has(attribute) ?? true,
    rowsFor: (action) => [where, Object.hasOwn(whereTo, action) ? whereTo[action] : undefined].filter(isGiven),
  };
}

/** Every document shows these attributes, even if `readable` does not list them. */
const DOCUMENT_KEYS = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations'];

function withDocumentKeys(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names && new Set([...DOCUMENT_KEYS, ...names]);
}

function among(actions: readonly string[]): (action: string) => boolean {
  const set = new Set(actions);
  return (action) => set.has(action);
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
