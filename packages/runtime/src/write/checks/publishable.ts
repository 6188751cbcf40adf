import type { Attribute } from '../../model/attributes/attribute.js';
import type { AnyComponent, AnyModel } from '../../model/model.js';
import { countProblems } from '../input/counts.js';
import { isList } from '../versions/entries.js';
import { type Path, type Problem, createProblems, inOrder, missingProblem, typeProblem } from '../input/problems.js';
import { valueKinds } from '../input/values/index.js';
import { requiredProblem } from '../input/values/kind.js';

type Values = Readonly<Record<string, unknown>>;

/** What keeps stored values from being published. Relations of rows are not looked at here. */
export function publishProblems(holder: AnyModel | AnyComponent, values: Values, path: Path = []): Problem[] {
  const names = Object.keys(holder.attributes);
  const problems = names.toReversed().flatMap((name) => {
    const attribute = holder.attributes[name]!;
    if (holder.kind === 'contentType' && isRelation(attribute)) return [];
    return attributeProblems(attribute, values[name] ?? null, [...path, name]);
  });
  return inOrder(names, problems, path.length);
}

function isRelation({ kind }: Attribute): boolean {
  return kind === 'relation' || kind === 'morphTo' || kind === 'morphInverse';
}

function attributeProblems(attribute: Attribute, value: unknown, path: Path): Problem[] {
  const missing = value === null || (Array.isArray(value) && value.length === 0);
  switch (attribute.kind) {
    case 'scalar': {
      const kind = valueKinds[attribute.type.name];
      if (value === null) return attribute.required === true ? [requiredProblem(kind, path)] : [];
      // What is stored of a password says nothing about it.
      if (attribute.type.name === 'password') return [];
      const found = createProblems();
      kind.check?.(value, { attribute, path, report: found });
      return [...found.all];
    }
    case 'component':
      if (attribute.repeatable) break;
      if (value === null) return attribute.required === true ? [typeProblem(path, 'object', null)] : [];
      return publishProblems(attribute.component(), value as Values, path);
    case 'dynamicZone':
      break;
    default:
      return missing && attribute.required === true ? [missingProblem(path, value)] : [];
  }
  const entries = (value ?? []) as Values[];
  const counted = countProblems(
    attribute,
    entries,
    path,
    entries.map((entry) => shown(attribute, entry)),
  );
  if (missing && attribute.required === true && counted.length === 0) return [missingProblem(path, entries)];
  const nested = entries.flatMap((entry, index) => {
    const component = componentOf(attribute, entry);
    return component === undefined ? [] : publishProblems(component, entry, [...path, index]);
  });
  return [...nested, ...counted];
}

/** The component of a stored entry, where the definition still knows it. */
export function componentOf(attribute: Attribute, entry: Values): AnyComponent | undefined {
  if (attribute.kind === 'component') return attribute.component();
  if (attribute.kind !== 'dynamicZone') return undefined;
  return attribute.components().find(({ name }) => name === entry['__component']);
}

/** An entry as a message shows it. */
function shown(attribute: Attribute, entry: Values): Values {
  const component = componentOf(attribute, entry);
  const visible = Object.entries(component?.attributes ?? {}).filter(
    ([, inner]) =>
      inner.kind === 'scalar' && inner.private !== true && inner.type.name !== 'password' && !isList(inner),
  );
  const named = attribute.kind === 'dynamicZone' ? [['__component', entry['__component']]] : [];
  return Object.fromEntries([['id', entry['id']], ...visible.map(([name]) => [name, entry[name] ?? null]), ...named]);
}
