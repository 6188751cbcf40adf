import type { Caller, Scope } from './content.js';
import { ForbiddenError } from './errors.js';
import type { AnyModel } from './model.js';
import type { Settings } from './settings.js';

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
  const role = settings.permissions[caller.role];
  if (role === undefined) return false;
  if (role === '*') return true;
  const actions = role[type] ?? role['*'];
  return actions === '*' || (actions?.includes(action) ?? false);
}
