import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { codes } from '../src/diagnostics/codes.js';
import { loadConfig } from '../src/config/index.js';
import { checkPermissions } from '../src/permissions/check.js';
import { type Diagnostic, sortDiagnostics } from '../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../src/terminal/diagnostics.js';
import { ignoredCode } from '../src/commands/ignored-code.js';
import { loadDefinitions } from '../src/load/index.js';
import { buildModel } from '../src/model/build.js';

const folder = fileURLToPath(new URL('../../../fixtures/errors', import.meta.url));
const cases = readdirSync(folder);

describe('each kind of error and warning in the input', () => {
  test.each(cases)('%s', async (name) => {
    const root = join(folder, name);
    expect(existsSync(join(root, 'stderr.txt')), 'an expected text').toBe(true);

    const diagnostics = sortDiagnostics(await diagnose(root));
    const rendered = diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, { color: false }));
    await expect(`${rendered.join('\n')}\n`).toMatchFileSnapshot(join(root, 'stderr.txt'));
    expect(diagnostics.map(({ code }) => code)).toContain(name.split('-')[0]);
  });

  test('has a fixture', () => {
    const shown = new Set(cases.map((name) => name.split('-')[0]));
    expect(Object.keys(codes).filter((code) => /^CG[1235]/.test(code) && !shown.has(code))).toEqual([]);
  });
});

async function diagnose(root: string): Promise<readonly Diagnostic[]> {
  const config = await loadConfig(root);
  if (!config.ok) return config.diagnostics;
  const definitions = await loadDefinitions(config.value);
  if (!definitions.ok) return definitions.diagnostics;
  const model = buildModel(definitions.value);
  if (!model.ok) return model.diagnostics;
  const ignored = await ignoredCode(root);
  return [...definitions.warnings, ...model.warnings, ...ignored, ...checkPermissions(config.value, model.value)];
}
