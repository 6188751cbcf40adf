// Prints the skipped and the failed tests and `N passed, N failed, N skipped` from a JSON report of vitest; fails when a test failed or
// none ran.
import { existsSync, readFileSync } from 'node:fs';

const file = process.argv[2];
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

const passed = report?.numPassedTests ?? 0;
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
// A file that could not be loaded or prepared has no failed test to count, and failed all the same.
const broken = (report?.testResults ?? []).filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
);
const failed = report ? report.numFailedTests + broken.length : 1;

const tests = (report?.testResults ?? []).flatMap((suite) => suite.assertionResults);
const skippedTests = tests.filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status));
const failedTests = tests.filter(({ status }) => status === 'failed');
for (const { fullName } of skippedTests) console.log(`skipped: ${fullName.trim()}`);
for (const { name, message } of broken) console.log(`failed: ${name}: ${message.split('\n')[0]}`);
for (const { fullName } of failedTests) console.log(`failed: ${fullName.trim()}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (failed > 0 || passed === 0) process.exitCode = 1;
