import { reachOf } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { roleModel, userModel } from '../model/index.js';
import { keyRights } from '../write/index.js';
import type { UserRights } from './accounts.js';
import { roleDocumentId } from './roles.js';

/**
 * The rights of a registration. The config lists the attributes of a registration, so a registration may write each of
 * these attributes. The relations of a registration reach as far as the role that the new user gets: only to documents
 * that the role can see, and never away from another owner that the role may not change. `$caller` is no user yet, so
 * no other document is the caller's.
 */
export function registrationRights(scope: Scope, role: string): UserRights {
  const model = userModel(scope.content);
  const given: Scope = { ...scope, caller: { kind: 'role', role } };
  const keys = keyRights(given, model, { creating: true, publish: true });
  const reach = reachOf(given, model, { publish: true });
  return {
    keys: {
      ...keys,
      mayWrite: () => true,
      maySee: (target, path) => target.uid === roleModel.uid || keys.maySee(target, path),
    },
    reach: {
      ...reach,
      // The new user gets the role that the config names, whether that role can see roles or not.
      seen: async (executor, target, ids) => {
        const own = target.uid === roleModel.uid ? ids.filter((id) => id === roleDocumentId(role)) : [];
        const others = ids.filter((id) => !own.includes(id));
        return new Set([...own, ...(others.length > 0 ? await reach.seen(executor, target, others) : [])]);
      },
    },
  };
}
