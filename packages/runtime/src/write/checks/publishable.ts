import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type Values,
  componentOf,
  entriesIn,
  isList,
} from '../../model/index.js';
import { isShown } from '../input/conditions.js';
import { countProblems } from '../input/counts.js';
import { type Path, type Problem, createProblems, inOrder, missingProblem, typeProblem } from '../input/problems.js';
import { valueKinds } from '../input/values/index.js';
import { requiredProblem } from '../input/values/kind.js';

/** The problems that keep stored values from being published. Relations of rows are checked elsewhere. */
export function publishProblems(holder: AnyModel | AnyComponent, values: Values, path: Path = []): Problem[] {
  const attributes = Object.entries(holder.attributes);
  const names = attributes.map(([name]) => name);
  const problems = attributes.toReversed().flatMap(([name, attribute]) => {
    if ((holder.kind === 'contentType' && isRelation(attribute)) || !isShown(attribute, values)) return [];
    return attributeProblems(attribute, values[name] ?? null, [...path, name]);
  });
  return inOrder(names, problems, path.length);
}

/** Relations are stored apart from other values. */
export function isRelation({ kind }: Attribute): boolean {
  return kind === 'relation' || kind === 'morphTo' || kind === 'morphInverse';
}

function attributeProblems(attribute: Attribute, value: unknown, path: Path): Problem[] {
  const missing = value === null || (Array.isArray(value) && value.length === 0);
  switch (attribute.kind) {
    case 'scalar': {
      const kind = valueKinds[attribute.type.name];
      if (value === null) return attribute.required === true ? [requiredProblem(kind, path)] : [];
      // A stored password is a hash, so its rules cannot be checked any more.
      if (attribute.type.name === 'password') return [];
      const found = createProblems();
      kind.check?.(value, { attribute, path, report: found });
      return [...found.all];
    }
    case 'component':
      if (attribute.repeatable) break;
      if (value === null) return attribute.required === true ? [typeProblem(path, 'object', null)] : [];
      return entriesIn(value).flatMap((entry) => publishProblems(attribute.component(), entry, path));
    case 'dynamicZone':
      break;
    default:
      return missing && attribute.required === true ? [missingProblem(path, value)] : [];
  }
  const entries = entriesIn(value);
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

/** An entry as Strapi's message shows it. */
function shown(attribute: Attribute, entry: Values): Values {
  const component = componentOf(attribute, entry);
  const visible = Object.entries(component?.attributes ?? {}).filter(
    ([, inner]) =>
      inner.kind === 'scalar' && inner.private !== true && inner.type.name !== 'password' && !isList(inner),
  );
  const named = attribute.kind === 'dynamicZone' ? [['__component', entry['__component']]] : [];
  return Object.fromEntries([['id', entry['id']], ...visible.map(([name]) => [name, entry[name] ?? null]), ...named]);
}
