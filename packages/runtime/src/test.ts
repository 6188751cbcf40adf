/** A project at work for a test, for `content-gen/test`. */
export { startTest, type TestParts } from './content/content.js';
