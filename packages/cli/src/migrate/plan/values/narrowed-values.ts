import { entriesWithin } from '../entries/paths.js';
import { refusal } from './row-checks.js';
import { tableOf } from '../schema-edit.js';
import type { AttributeState, ModelState, SchemaState } from '../../state/state.js';
import { namesBefore } from '../renames.js';
import { type Statement, id, text } from '../statement.js';

/** The models before and after a migration. Content types have their new names in both. */
interface Models {
  readonly old: ModelState;
  readonly next: ModelState;
}

/**
 * Fails with a clear message if rows hold values that an enumeration does not have any more, or never had, or JSON that
 * is no rich text. Runs after columns and entries are converted.
 */
export function checkNarrowedValues(schema: SchemaState, { old, next }: Models): readonly Statement[] {
  const formerNames = namesBefore(old.components, next.components);
  return Object.entries(next.types).flatMap(([name, type]) =>
    Object.entries(type.attributes).flatMap(([key, attribute]) => {
      const { column } = attribute;
      if (tableOf(schema, type.table)?.columns[column] === undefined) return [];
      const [t, c] = [id(type.table), id(column)];
      if (attribute.kind !== 'entries') {
        const narrowing = narrowed(old.types[name]?.attributes[key], attribute);
        return narrowing === undefined ? [] : [check(narrowing, `${name}.${key}`, t, { text: c, json: c })];
      }
      return entriesWithin(key, attribute, next).flatMap(({ path, component }) => {
        const former = old.components[formerNames.get(component) ?? '']?.attributes ?? {};
        const attributes = next.components[component]?.attributes ?? {};
        const keys = namesBefore(former, attributes);
        return Object.entries(attributes).flatMap(([inner, field]) => {
          const narrowing = narrowed(former[keys.get(inner) ?? ''], field);
          if (narrowing === undefined) return [];
          const rows = `${t}, jsonb_path_query(${c}, ${text(path)}) e`;
          const value = { text: `e ->> ${text(inner)}`, json: `e -> ${text(inner)}` };
          return [check(narrowing, `${name}.${key}: ${component}.${inner}`, rows, value)];
        });
      });
    }),
  );
}

/** A stored value as SQL: as text, or as JSON if it is JSON. */
interface StoredValue {
  readonly text: string;
  readonly json: string;
}

/** What a stored value may be that its attribute does not allow. */
interface Narrowing {
  readonly isOutside: (value: StoredValue) => string;
  readonly outside: string;
  readonly advice: string;
}

/** Undefined if every stored value fits. */
function narrowed(before: AttributeState | undefined, now: AttributeState): Narrowing | undefined {
  if (before?.kind !== 'scalar' || now.kind !== 'scalar') return undefined;
  if (now.type === 'blocks' && before.type === 'json') return richText;
  if (now.type !== 'enumeration') return undefined;
  const { values = [] } = now;
  // The snapshot of an older release does not list the values, and must not cause a migration.
  const isNarrower = before.type !== 'enumeration' || before.values?.some((value) => !values.includes(value)) === true;
  if (!isNarrower || values.length === 0) return undefined;
  return {
    isOutside: (value) => `${value.text} NOT IN (${values.map(text).join(', ')})`,
    outside: 'not in the enumeration',
    advice: 'Change these values first, or keep them in the definition.',
  };
}

/** A block is an object with a type: whoever draws it asks for that first. */
const noBlock = `SELECT 1 FROM jsonb_array_elements(v) b WHERE jsonb_typeof(b) <> 'object' OR NOT b ? 'type'`;

const richText: Narrowing = {
  isOutside: ({ json }) =>
    `(SELECT CASE jsonb_typeof(v) WHEN 'null' THEN false WHEN 'array' THEN EXISTS (${noBlock}) ELSE v IS NOT NULL END FROM (SELECT ${json} AS v) s)`,
  outside: 'no rich text',
  advice: 'Change these values first, or keep the type json.',
};

function check({ isOutside, outside, advice }: Narrowing, name: string, from: string, value: StoredValue): Statement {
  const rows = `SELECT (${value.text})::text FROM ${from} WHERE ${isOutside(value)}`;
  const message = [`Rows with a value of ${name} that is ${outside}: `, `. ${advice}`] as const;
  return refusal(`fails without changes if a value is ${outside}`, { rows, message });
}
