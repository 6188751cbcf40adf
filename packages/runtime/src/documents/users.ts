import { writeLog } from '../errors/index.js';
import type { Scope } from '../content/index.js';
import type { AnyModel } from '../model/index.js';
import type { Answer } from '../read/index.js';
import {
  type UserAnswer,
  authorizeUsers,
  createUser,
  fieldsOf,
  findUserId,
  removeUser,
  sendAddressChange,
  updateUser,
} from '../users/index.js';
import { planAnswer } from '../write/index.js';
import { plainData } from './data.js';
import { checkDocumentId } from './document-id.js';
import { type CodeQuery, answeredOne, queryOf } from './request.js';

/**
 * Writes of users: the checks of `/api/users`, passwords, sessions and codes included. Queries and answers of users are
 * those of other types.
 */
export function userCalls(scope: Scope, model: AnyModel) {
  return {
    create: async (query: CodeQuery) => {
      authorizeUsers(scope, 'user', 'create');
      return answeredOne(await createUser(scope, fieldsOf(plainData(query.data)), answerTo(scope, model, query)));
    },
    update: async (documentId: string, query: CodeQuery) => {
      authorizeUsers(scope, 'user', 'update');
      checkDocumentId(documentId);
      const answer = answerTo(scope, model, query);
      const fields = fieldsOf(plainData(query.data));
      const found = await findUserId(scope, documentId);
      // Code names a user by its document id only.
      return answeredOne(await updateUser(scope, found === documentId ? found : undefined, fields, answer));
    },
    delete: async (documentId: string) => {
      authorizeUsers(scope, 'user', 'destroy');
      checkDocumentId(documentId);
      await removeUser(scope, documentId, () => Promise.resolve());
    },
  };
}

function answerTo(scope: Scope, model: AnyModel, query: CodeQuery): UserAnswer<Answer> {
  const { show } = planAnswer(scope, model, queryOf(query));
  return {
    show: (executor, documentId) => show(executor, { documentId }),
    mail: (pending) => sendAddressChange(scope.content, pending).catch((error) => logFailure(scope, error)),
  };
}

/** The user is written, so a mail that cannot be sent is no error of the call. */
function logFailure({ requestId }: Scope, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  writeLog({ level: 'error', requestId, message });
}
