import { type Use, mentionsCaller, roleRights } from './rights.js';
import { planRows } from './rows.js';
import type { Caller, Scope } from '../content/content.js';
import { ForbiddenError } from '../errors/index.js';
import type { AnyModel } from '../model/model.js';
import type { FilterPlan, Holder } from '../plan/plan.js';
import type { Settings } from '../content/settings.js';

export type { Use } from './rights.js';

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'findDraft' | 'publish';

/** Refuses what the caller may not do. */
export function authorize(scope: Scope, model: AnyModel, action: Action): void {
  if (!may(scope, model, action)) throw new ForbiddenError();
}

export function may(scope: Scope, model: AnyModel, action: Action): boolean {
  return permits(scope.caller, scope.content.settings, model.name, action);
}

/** Whether a caller may do something to a content type, or to a part of the API that goes by a name of its own. */
export function permits(caller: Caller, settings: Settings, type: string, action: string): boolean {
  if (caller.kind === 'token') return caller.may(type, action);
  return roleRights(settings.permissions, caller.role, type).may(action);
}

/** Whether the caller may use an attribute. Tokens may use all of a type; entries of components come with their owner. */
export function allows({ caller, content }: Scope, holder: Holder, attribute: string, use: Use): boolean {
  if (caller.kind === 'token' || holder.kind === 'component') return true;
  return roleRights(content.settings.permissions, caller.role, holder.name).allows(attribute, use);
}

/** What a row has to meet for the caller to do something to it; `undefined` where every row will do. */
export function rowCondition(
  { caller, content }: Scope,
  model: AnyModel,
  ...actions: readonly string[]
): FilterPlan | undefined {
  if (caller.kind === 'token') return undefined;
  const rights = roleRights(content.settings.permissions, caller.role, model.name);
  const filters = new Set(actions.flatMap((action) => rights.rowsFor(action)));
  return planRows(model, [...filters], caller.user?.documentId);
}

/** What plans depend on of a caller: its rights, and itself where rows are compared with it. */
export function rightsKey(caller: Caller, settings: Settings): string {
  if (caller.kind === 'token') return `token:${caller.id}`;
  const own = caller.user !== undefined && mentionsCaller(settings.permissions, caller.role);
  return own ? `user:${caller.role}:${caller.user.documentId}` : `role:${caller.role}`;
}
