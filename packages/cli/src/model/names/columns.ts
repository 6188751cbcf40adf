import type { AttributeDraft, TypeDraft } from '../draft.js';
import { fitting, snakeCase } from './names.js';
import { documentColumns, isReservedTable } from './reserved.js';

/**
 * Gives every attribute of a content type a column of its own. The name of a column is the name of the attribute in snake
 * case, unless several attributes or a column of the runtime have this name; then it is the name as written, because
 * PostgreSQL distinguishes upper and lower case.
 */
export function withColumns(type: TypeDraft): TypeDraft {
  const users = new Map<string, number>();
  for (const { name } of type.attributes) users.set(snakeCase(name), (users.get(snakeCase(name)) ?? 0) + 1);
  const columnOf = ({ name }: AttributeDraft): string => {
    const usual = snakeCase(name);
    const isTaken = documentColumns.includes(usual) || isReservedTable(usual);
    if (isTaken) return name === usual ? `${name}_` : name;
    return users.get(usual) === 1 ? usual : name;
  };
  return {
    ...type,
    attributes: type.attributes.map((attribute) => ({ ...attribute, column: fitting(columnOf(attribute)) })),
  };
}
