/** The verbs of writing. Each verb is a few lines over `pipeline.ts` or, for versions as a whole, over `versions/`. */
export { act, actSingle } from './actions.js';
export { create } from './create.js';
export { remove, removeSingle } from './remove.js';
export { saveSingle, update } from './update.js';

/** The parts of the verbs that users, hooks and bulk requests share. */
export { planAction } from './actions.js';
export { type RequestedVersion, planAnswer, requestedVersion } from './answer.js';
export { mayRepeat, withoutForeignValues } from './checks/repeatable.js';
export { type Data, isObject } from './input/body.js';
export type { AttributeInput, InputValues } from './input/input.js';
export { type KeyRights, keyRights } from './input/keys.js';
export { type Problem, bodyKeyError, inOrder, inputError, problemsError, typeProblem } from './input/problems.js';
export { limitedPasswords, readInput } from './input/read.js';
export { writeDocument } from './pipeline.js';
export { putDocument } from './put.js';
export { planDelete, removeDocument, removeOne } from './remove.js';
export { readSent } from './request.js';
export { lockAhead } from './stages/lock-ahead.js';
export { lockDocuments } from './targets/lock.js';
export { inTransaction, lockForRead } from './transaction.js';
export { newDocumentId } from './versions/document-id.js';
