import type { Span } from '../diagnostics/diagnostic.js';
import { positionsIn } from '../definitions/positions.js';

/** The file that a config was read from. */
export interface ConfigSource {
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
}

/** The path to a value of the config: keys, and the texts of list items. */
export type Path = readonly (string | { readonly item: string })[];

/**
 * The position of a value. The config is code that was run, so its values have no positions: the function searches the
 * text for each key after the key before it, and points at the last one found.
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

/** Replaces comments by spaces, so that the rest keeps its position. */
function withoutComments(text: string): string {
  const pattern = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return text.replace(pattern, (match, literal: string | undefined) => literal ?? match.replace(/[^\n]/g, ' '));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
