import type { Code } from '../diagnostics/codes.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';

/** Records a problem and continues, so that the user sees all problems at once. */
export interface Report {
  (code: Code, span: Span, message: string, hint?: string): void;
  /** Whether the definition is a schema file of Strapi: then everything that Strapi tolerates is a warning. */
  readonly tolerant: boolean;
}

export function reportTo(diagnostics: Diagnostic[]): Report {
  return withTolerance(false, (code, span, message, hint) => {
    diagnostics.push({ code, span, message, ...(hint === undefined ? {} : { hint }) });
  });
}

/** The warnings that replace errors. The code that reports one of these errors ignores the value after that. */
const tolerated: ReadonlyMap<Code, Code> = new Map([
  ['CG205', 'CG502'],
  ['CG207', 'CG502'],
  ['CG214', 'CG504'],
  ['CG221', 'CG503'],
  ['CG222', 'CG503'],
  ['CG223', 'CG503'],
  ['CG227', 'CG503'],
  ['CG235', 'CG503'],
  ['CG236', 'CG503'],
  ['CG237', 'CG503'],
]);

/** The report for a definition in the given format. */
export function reportFor({ format }: { readonly format: 'typescript' | 'json' }, report: Report): Report {
  if (format === 'typescript') return report;
  return withTolerance(true, (code, ...rest) => report(tolerated.get(code) ?? code, ...rest));
}

function withTolerance(tolerant: boolean, record: (...problem: Parameters<Report>) => void): Report {
  return Object.assign(record, { tolerant });
}
