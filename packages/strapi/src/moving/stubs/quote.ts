import type { Piece } from '../survey/pieces.js';

/** A longer part is in its file, and the stub names the place. */
const MAX_LINES = 400;

/** Old code as line comments, with the place of the code. Only a line break ends a line comment, so no code can. */
export function quote({ file, line, code }: Piece): string {
  const lines = code.split(/\r\n|[\n\r\u2028\u2029]/);
  const shown = lines.slice(0, MAX_LINES);
  const rest = lines.length > shown.length ? [`… ${lines.length - shown.length} more lines`] : [];
  return [`${file}:${line}`, ...shown, ...rest].map((each) => `// ${each}`.trimEnd()).join('\n');
}
