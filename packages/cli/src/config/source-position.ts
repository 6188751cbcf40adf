import type { Span } from '../diagnostics/diagnostic.js';
import { positionsIn } from '../definitions/positions.js';
import { type ValueStep, valueOffset } from '../syntax/value-offset.js';

/** The file that a config was read from. */
export interface ConfigSource {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
  /** The key of the file that has the config, if the file has other keys as well. */
  readonly section?: string;
}

/** The path to a value of the config. */
export type Path = readonly ValueStep[];

/**
 * The position of a value. The config is code that was run, so its values have no positions: the function follows the
 * path through the syntax of the file, and points at the last step that it finds there.
 */
export function locate({ root, file, text, section }: ConfigSource, path: Path): Span {
  const offset = valueOffset(root, { file, text }, section === undefined ? path : [section, ...path]);
  return { file, ...positionsIn(text)(offset) };
}
