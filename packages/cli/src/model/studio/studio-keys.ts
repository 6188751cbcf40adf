import { suggest } from '../../diagnostics/suggestion.js';
import type { Report } from '../report.js';
import type { Values } from '../values.js';
import * as read from '../values.js';

export function checkStudioKeys(studio: Values, known: readonly string[], report: Report): void {
  for (const name of read.names(studio)) {
    if (known.includes(name)) continue;
    const hint = suggest(name, known) ?? `the keys are ${known.join(', ')}`;
    report('CG237', read.keySpan(studio, name), `"${name}" is not a key of studio`, hint);
  }
}
