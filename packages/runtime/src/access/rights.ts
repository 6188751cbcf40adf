import type { Caller, Content, Scope, Use } from '../content/index.js';
import { ForbiddenError } from '../errors/index.js';
import { type AnyModel, type Holder, fileModel, isList, USER_UID } from '../model/index.js';
import type { FilterPlan } from '../plan/index.js';
import { attributesOfCaller, planRows } from './rows.js';

export type Action =
  | 'find'
  | 'findOne'
  | 'create'
  | 'update'
  | 'delete'
  | 'findDraft'
  | 'createDraft'
  | 'updateDraft'
  | 'publish'
  | 'bulk';

/** Throws a 403 unless the caller may do an action on a content type. */
export function authorize(scope: Scope, model: AnyModel, action: Action): void {
  if (!may(scope, model, action)) throw new ForbiddenError();
}

export function may(scope: Scope, model: AnyModel, action: Action): boolean {
  return permits(scope, model.name, action);
}

/** Whether the caller may do an action on a content type, or on a part of the API with a name of its own (`upload`). */
export function permits({ caller, content }: Pick<Scope, 'caller' | 'content'>, type: string, action: string): boolean {
  if (caller.kind === 'token') return caller.may(type, action);
  return content.permissions.rightsOf(caller.role, type).may(action);
}

/**
 * Whether the caller may use an attribute. Tokens may use all of a type; entries of components come with their owner, and
 * files with the permission `upload`, which has no limits: `file` may be the name of a content type.
 */
export function allows({ caller, content }: Scope, holder: Holder, attribute: string, use: Use): boolean {
  if (caller.kind === 'token' || holder.kind === 'component' || holder === fileModel) return true;
  return content.permissions.rightsOf(caller.role, holder.name).allows(attribute, use);
}

/** The condition that a row has to meet for the caller to do all of these actions; `undefined` without row rules. */
export function rowCondition(
  { caller, content }: Scope,
  model: AnyModel,
  ...actions: readonly string[]
): FilterPlan | undefined {
  if (caller.kind === 'token' || model === fileModel) return undefined;
  const rights = content.permissions.rightsOf(caller.role, model.name);
  const filters = new Set(actions.flatMap((action) => rights.rowsFor(action)));
  return planRows(model, [...filters], caller.user?.documentId);
}

/**
 * Whether users may put themselves into an attribute without the right to see users. Users may do so if a row rule of
 * the action demands it, because otherwise `{ owner: '$caller' }` would only work for roles that see all users. A list
 * is excluded, because a write could remove entries that the caller does not see.
 */
export function mayNameItself({ caller, content }: Scope, model: AnyModel, action: string, name: string): boolean {
  const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
  if (caller.kind === 'token' || caller.user === undefined || attribute?.kind !== 'relation') return false;
  if (attribute.mappedBy !== undefined || isList(attribute) || attribute.target().uid !== USER_UID) return false;
  return ownerAttributes({ caller, content }, model, action).includes(name);
}

/** The attributes that a row rule of the action demands the caller in: `owner` of `{ owner: '$caller' }`. */
export function ownerAttributes(
  { caller, content }: Pick<Scope, 'caller' | 'content'>,
  model: AnyModel,
  action: string,
): readonly string[] {
  if (caller.kind === 'token') return [];
  const rules = content.permissions.rightsOf(caller.role, model.name).rowsFor(action);
  return [...new Set(rules.flatMap(attributesOfCaller))];
}

/** The part of a caller that plans depend on: its rights, and the user itself if row rules compare with it. */
export function rightsKey(caller: Caller, { permissions }: Content): string {
  if (caller.kind === 'token') return `token:${caller.id}`;
  const own = caller.user !== undefined && permissions.mentionsCaller(caller.role);
  return own ? `user:${caller.role}:${caller.user.documentId}` : `role:${caller.role}`;
}
