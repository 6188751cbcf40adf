/** Tests of a project: see docs/testing.md. */
export type { Passed, TestClock } from './testing/clock.js';
export type { SentMail, TestMails } from './testing/mails.js';
export type { Make, MakeOptions } from './testing/make/makers.js';
export { type TestProject, testProject } from './testing/project.js';
