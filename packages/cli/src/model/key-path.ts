import { type Position, type RawDefinition, type RawValue, spanAt } from '../definitions/raw.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';

/** Adds the path of the key to each diagnostic whose position is the position of a key or a value. */
export function withPaths(
  diagnostics: readonly Diagnostic[],
  definitions: readonly RawDefinition[],
): readonly Diagnostic[] {
  const files = new Map(definitions.map((definition) => [definition.file, definition]));
  const found = new Map<string, ReadonlyMap<string, string>>();
  return diagnostics.map((diagnostic) => {
    const { file } = diagnostic.span;
    const definition = files.get(file);
    // Shared attributes are in files of their own: the path is that of the first definition that has them.
    const paths = found.get(file) ?? pathsIn(definition === undefined ? definitions : [definition]);
    found.set(file, paths);
    const path = paths.get(keyOf(diagnostic.span));
    return path === undefined ? diagnostic : { ...diagnostic, path };
  });
}

/** The path of each key and value by position. */
function pathsIn(definitions: readonly RawDefinition[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const add = (file: string, position: Position, path: string): void => {
    const key = keyOf(spanAt(file, position));
    // In a definition, the last path of a position counts. For a shared file, the path of the first definition stays.
    if (path !== '' && !(position.file !== undefined && paths.has(key))) paths.set(key, path);
  };
  const visit = (file: string, value: RawValue, path: string): void => {
    add(file, value, path);
    if (value.kind === 'array') value.items.forEach((item, index) => visit(file, item, `${path}[${index}]`));
    if (value.kind !== 'object') return;
    for (const property of value.properties) {
      const inside = path === '' ? property.name : `${path}.${property.name}`;
      add(file, property, inside);
      visit(file, property.value, inside);
    }
  };
  for (const { file, value } of definitions) visit(file, value, '');
  return paths;
}

function keyOf({ file, line, column }: Span): string {
  return `${file}:${line}:${column}`;
}
