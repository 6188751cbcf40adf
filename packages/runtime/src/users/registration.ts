import { may } from '../access/index.js';
import { meetsRowRules, reachOf } from '../access/row-check.js';
import type { Scope } from '../content/content.js';
import { roleModel } from '../model/role-model.js';
import { userModel } from '../model/user-model.js';
import { keyRights } from '../write/input/read.js';
import type { UserRights } from './accounts.js';
import { roleDocumentId } from './roles.js';

/**
 * The rights of a registration. The config lists its attributes, so it may write each of them. Its relations reach as
 * far as the role that the new user gets: only to documents that the role can see, and never away from another owner
 * that the role may not change. `$caller` is no user yet, so no other document is the caller's.
 */
export function registrationRights(scope: Scope, role: string): UserRights {
  const model = userModel(scope.content);
  const given: Scope = { ...scope, caller: { kind: 'role', role } };
  const keys = keyRights(given, model);
  const { seen } = reachOf(given, model);
  return {
    keys: {
      ...keys,
      mayWrite: () => true,
      maySee: (target) => target.uid === roleModel.uid || keys.maySee(target),
      mayWriteFrom: (owner, name) => may(given, owner, 'update') && keys.mayWriteFrom(owner, name),
    },
    reach: {
      seen: async (executor, target, ids) => {
        const own = target.uid === roleModel.uid ? ids.filter((id) => id === roleDocumentId(role)) : [];
        const others = ids.filter((id) => !own.includes(id));
        return new Set([...own, ...(others.length > 0 ? await seen(executor, target, others) : [])]);
      },
      mayTake: async (executor, documentId) =>
        may(given, model, 'update') && meetsRowRules(given, executor, model, 'update', documentId),
    },
  };
}
