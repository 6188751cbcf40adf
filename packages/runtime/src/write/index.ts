/** The verbs of writing. Each of them is a few lines over `pipeline.ts` or, for versions as a whole, over `versions/`. */
export { act, actSingle } from './actions.js';
export { prepareBulk } from './bulk.js';
export { BulkTally, answerBulk } from './bulk-answer.js';
export { create } from './create.js';
export { remove, removeSingle } from './remove.js';
export { saveSingle, update } from './update.js';

/** The parts of them that the users and the hooks of a project share. */
export { planAnswer } from './answer.js';
export { mayRepeat, withoutForeignValues } from './checks/repeatable.js';
export { type AttributeInput, inputError } from './input/input.js';
export type { KeyRights } from './input/keys.js';
export { type Problem, inOrder, problemsError, typeProblem } from './input/problems.js';
export { keyRights, readInput } from './input/read.js';
export { writeDocument } from './pipeline.js';
export { removeDocument } from './removal.js';
export { newDocumentId } from './versions/document-id.js';
