// Prints the skipped tests and `N passed, N failed, N skipped` from a JSON report of vitest; fails when a test failed or
// none ran.
import { existsSync, readFileSync } from 'node:fs';

const file = process.argv[2];
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

const passed = report?.numPassedTests ?? 0;
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
// A file that could not even be loaded has no tests to count, and failed all the same.
const broken = (report?.testResults ?? []).filter(
  (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
);
const failed = report ? report.numFailedTests + broken.length : 1;

const skippedTests = (report?.testResults ?? [])
  .flatMap((suite) => suite.assertionResults)
  .filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status));
for (const { fullName } of skippedTests) console.log(`skipped: ${fullName.trim()}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (failed > 0 || passed === 0) process.exitCode = 1;
