import type { Span } from '../diagnostics/diagnostic.js';

/** Facts about the project besides its definitions. */
export interface ModelOptions {
  /** The types that custom fields of plugins store: `{ 'plugin::x.y': 'json' }`. */
  readonly customFields?: Readonly<Record<string, string>>;
  /** Where the project asks for users, if it does. Given the names of its content types. */
  readonly users?: (names: readonly string[]) => Span | undefined;
}
