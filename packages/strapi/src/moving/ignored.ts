import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { configFiles, type Diagnostic } from 'content-gen/tools';

import { type Finding, type Kind, kinds, sortFindings } from './finding.js';
import { translate } from './move.js';
import { hasSchema } from './sources/schema-files.js';

/** Kinds that are about the server or the admin panel, whose absence surprises no client of the API. */
const QUIET: readonly Kind[] = ['admin', 'other', 'schema', 'permission', 'provider'];

/** One warning for each kind of code that has no effect here. */
export function ignoredParts(root: string): readonly Diagnostic[] {
  const hasConfig = configFiles.some((name) => existsSync(join(root, name)));
  const isIgnored = ({ outcome, kind, file }: Finding) =>
    (outcome === 'hand' || outcome === 'translated') &&
    !QUIET.includes(kind) &&
    // The check of definitions reports schema files.
    !hasSchema(file) &&
    !(kind === 'setting' && hasConfig);
  const findings = sortFindings(translate(root, undefined).surveyor.findings).filter(isIgnored);
  const found = [...new Set(findings.map(({ kind }) => kind))];
  return found.map((kind) =>
    warningOf(
      kind,
      findings.filter((each) => each.kind === kind),
    ),
  );
}

function warningOf(kind: Kind, findings: readonly Finding[]): Diagnostic {
  const [first] = findings;
  const count = findings.length;
  const names = findings.slice(0, 3).map(({ name }) => name);
  const more = count > names.length ? `, and ${count - names.length} more` : '';
  return {
    code: 'CG510',
    span: { file: first?.file ?? 'src', line: first?.line ?? 1, column: 1 },
    message: `${kinds[kind]} (${count}) have no effect here: ${names.join(', ')}${more}`,
    hint: '"content-gen move" lists them, and writes stubs',
  };
}
