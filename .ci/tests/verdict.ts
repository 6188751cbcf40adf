import { appendFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

import { isDeep, seed } from './suite.js';
import { skips } from './skips.js';

/** A test that passes only when it is repeated is named; more of them than this fail the run. */
const MOST_FLAKY = 3;
/** The most lines that follow the name of a flaky test. */
const MOST_EVIDENCE = 20;

/**
 * The last lines of a run: the tests that were skipped, that passed only when they were repeated, and that failed, and
 * how many there are of each. A run also fails because of a skip without a reason, and because of many flaky tests.
 */
export class Verdict implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    // A name or a line on the command line skips all other tests.
    const isWhole =
      this.#vitest?.config.testNamePattern === undefined && tests.every((test) => test.options.mode !== 'only');
    const failed = tests.filter((test) => test.result().state === 'failed');
    const broken = modules.filter(
      (module) => module.state() === 'failed' && failed.every((test) => test.module !== module),
    );
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    // The tests of a file that could not be prepared are skipped, too.
    const unlisted = isWhole ? skipped.filter((test) => !broken.includes(test.module) && !this.#isAllowed(test)) : [];

    const failures = [
      ...broken.map((module) => `failed: ${pathOf(module)}: ${firstLine(module)}`),
      ...failed.map((test) => `failed: ${titleOf(test)}`),
      ...errors.map((error) => `failed: outside of all tests: ${String((error as Error).message).split('\n')[0]}`),
      ...unlisted.map((test) => `failed: skipped without a reason in .ci/tests/skips.ts: ${titleOf(test)}`),
      ...(flaky.length > MOST_FLAKY ? [`failed: ${flaky.length} tests are flaky, of which ${MOST_FLAKY} may be`] : []),
    ];
    if (reason === 'interrupted') failures.push('failed: interrupted');
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    if (passed === 0 && failures.length === 0) failures.push('failed: no test ran');
    if (failures.length > 0) process.exitCode = 1;

    print([
      ...(isWhole ? skipped.map((test) => `skipped: ${titleOf(test)}`) : []),
      ...failures,
      ...[...failed.map((test) => test.module), ...broken].filter(isFirst).map(repetition),
      ...flaky.flatMap(flakyLines),
      `${passed} passed, ${failures.length} failed, ${skipped.length} skipped`,
    ]);
  }

  /** Whether a listed program is missing that the test is about. */
  #isAllowed({ module, fullName, project }: TestCase): boolean {
    const { chromium = '' } = project.getProvidedContext() as { readonly chromium?: string };
    return skips.some(({ concerns, isPresent }) => concerns(pathOf(module), fullName) && !isPresent({ chromium }));
  }
}

/** On the terminal, and at the end of the file that `.ci/run` shows at last. */
function print(lines: readonly string[]): void {
  const text = lines.map((line) => `${line}\n`).join('');
  process.stdout.write(`\n${text}`);
  const file = process.env['TEST_VERDICT'];
  if (file !== undefined) appendFileSync(file, text);
}

/** The command that repeats a file that failed. */
function repetition(module: TestModule): string {
  return `repeat: ${isDeep ? `TEST_SEED=${seed} npm run test:deep --` : 'npx vitest run'} ${pathOf(module)}`;
}

function titleOf(test: TestCase): string {
  return `${pathOf(test.module)} > ${test.fullName}`;
}

/** The first failure of a test that passed later. Nothing else keeps what it says. */
function flakyLines(test: TestCase): string[] {
  const [error] = test.result().errors ?? [];
  const [message = '', ...more] = (error?.message ?? '').split('\n');
  const differences = stripVTControlCharacters(error?.diff ?? '')
    .split('\n')
    .filter((line) => /^[-+]/.test(line));
  const [place] = error?.stacks ?? [];
  const where = place === undefined ? [] : [`at ${pathFrom(place.file)}:${place.line}`];
  const evidence = [...where, ...more, ...differences].slice(0, MOST_EVIDENCE);
  return [`flaky: ${titleOf(test)}: ${message}`, ...evidence.map((line) => `  ${line}`)];
}

function pathOf(module: TestModule): string {
  return pathFrom(module.moduleId);
}

function pathFrom(file: string): string {
  return relative(process.cwd(), file).split(sep).join('/');
}

function firstLine(module: TestModule): string {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return errors[0]?.message.split('\n')[0] ?? 'it could not be prepared';
}

function isFirst<Item>(item: Item, index: number, list: readonly Item[]): boolean {
  return list.indexOf(item) === index;
}
