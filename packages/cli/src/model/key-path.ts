import type { RawDefinition, RawValue } from '../definitions/raw.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** Adds the path of the key to each diagnostic whose position is the position of a key or a value. */
export function withPaths(
  diagnostics: readonly Diagnostic[],
  definitions: readonly RawDefinition[],
): readonly Diagnostic[] {
  const files = new Map(definitions.map((definition) => [definition.file, definition]));
  const found = new Map<string, ReadonlyMap<string, string>>();
  return diagnostics.map((diagnostic) => {
    const { file, line, column } = diagnostic.span;
    const definition = files.get(file);
    if (definition === undefined) return diagnostic;
    const paths = found.get(file) ?? pathsIn(definition.value);
    found.set(file, paths);
    const path = paths.get(`${line}:${column}`);
    return path === undefined ? diagnostic : { ...diagnostic, path };
  });
}

/** The path of each key and value by position. */
function pathsIn(definition: RawValue): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const visit = (value: RawValue, path: string): void => {
    if (path !== '') paths.set(`${value.line}:${value.column}`, path);
    if (value.kind === 'array') value.items.forEach((item, index) => visit(item, `${path}[${index}]`));
    if (value.kind !== 'object') return;
    for (const { name, line, column, value: inner } of value.properties) {
      const inside = path === '' ? name : `${path}.${name}`;
      paths.set(`${line}:${column}`, inside);
      visit(inner, inside);
    }
  };
  visit(definition, '');
  return paths;
}
