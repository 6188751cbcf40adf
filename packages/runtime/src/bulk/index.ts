/** One action on many documents. Each item is a write of its own kind; the request decides about the transactions. */
export { BulkTally, answerBulk } from './answer.js';
export { type Bulk, prepareBulk } from './bulk.js';
