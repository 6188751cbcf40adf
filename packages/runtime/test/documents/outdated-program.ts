/** A script whose generated code has another contract. With `LISTENS`, it handles uncaught exceptions itself. */
import { contentDefinition } from '../../../../fixtures/desk/src/content/index.js';
import { createContent } from '../../src/documents/create-content.js';

if (process.env['LISTENS'] !== undefined) {
  process.on('uncaughtException', ({ message }) => {
    console.error(`heard: ${message}`);
    process.exit(7);
  });
}

createContent({ ...contentDefinition, contract: 1 as 2 });
