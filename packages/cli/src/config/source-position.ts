import type { Span } from '../diagnostics/diagnostic.js';
import { positionsIn } from '../definitions/positions.js';

/** The file a config comes from. */
export interface ConfigSource {
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
}

/** The way to a value of the config: keys, and items of lists by their text. */
export type Path = readonly (string | { readonly item: string })[];

/**
 * Where a value is written. The config is code that was run, so its values have no place of their own: each key is
 * looked for in the text after the one before it, and the last one found is where the message points.
 */
export function locate({ file, text }: ConfigSource, path: Path): Span {
  const code = withoutComments(text);
  let offset = 0;
  let end = 0;
  for (const step of path) {
    const pattern =
      typeof step === 'string'
        ? new RegExp(`(?<![\\w$.'"-])(['"]?)${escaped(step)}\\1\\s*:`, 'g')
        : new RegExp(`(['"\`])${escaped(step.item)}\\1`, 'g');
    pattern.lastIndex = end;
    const found = pattern.exec(code);
    if (!found) break;
    offset = found.index;
    end = pattern.lastIndex;
  }
  return { file, ...positionsIn(text)(offset) };
}

/** Blanked out, so that what follows keeps its place. */
function withoutComments(text: string): string {
  const pattern = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return text.replace(pattern, (match, literal: string | undefined) => literal ?? match.replace(/[^\n]/g, ' '));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
