import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PlannedFile, isStub, readRecord } from './files.js';
import type { Finding } from './finding.js';
import { plain } from './report.js';
import { problemsIn, spelling } from './stubs/problems.js';

export interface PortedParts {
  /** Parts whose stubs were written, and that the project no longer has, are ported. */
  readonly findings: readonly Finding[];
  /** Files with new stubs that were changed by hand, so that only a hand can add the stubs. */
  readonly lacking: readonly PlannedFile[];
}

/** Compares the stubs that a move wrote with those that the project still has. */
export function findPorted(root: string, findings: readonly Finding[], planned: readonly PlannedFile[]): PortedParts {
  const stubs = planned.filter(({ path }) => isStub(path));
  const present = stubs.map(({ path }) => spelling(textOf(root, path)));
  const isLeft = (problem: string) => present.some((text) => text.includes(spelling(problem)));
  const wasWritten = writtenBefore(root);
  const missing = findings.flatMap((finding) =>
    wasWritten(finding) ? [] : (finding.problems ?? []).map(spelling).filter((problem) => !isLeft(problem)),
  );
  return {
    findings: findings.map((finding) => {
      const { problems = [] } = finding;
      const isPorted = problems.length > 0 && wasWritten(finding) && !problems.some(isLeft);
      return isPorted ? portedPart(finding) : finding;
    }),
    lacking: stubs.filter(
      ({ change, content }) => change === 'keep' && problemsIn(content).some((problem) => missing.includes(problem)),
    ),
  };
}

/**
 * The record is no part of the repository. In a fresh clone, the report of the last move tells which parts that move
 * knew.
 */
function writtenBefore(root: string): (finding: Finding) => boolean {
  const written = new Set(readRecord(root).stubs);
  if (written.size > 0) return ({ problems = [] }) => problems.every((problem) => written.has(spelling(problem)));
  const report = textOf(root, 'MOVING.md');
  return ({ file, name }) =>
    report.split('\n').some((line) => line.startsWith(`- \`${plain(file)}:`) && line.includes(plain(name)));
}

function textOf(root: string, path: string): string {
  const place = join(root, path);
  return existsSync(place) ? readFileSync(place, 'utf8') : '';
}

function portedPart({ kind, file, line, name, target }: Finding): Finding {
  return { outcome: 'ported', kind, file, line, name, ...(target === undefined ? {} : { target }) };
}
