import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type Values,
  componentOf,
  entriesIn,
  isList,
} from '../../model/index.js';
import { countProblems, isShown } from '../input/rules.js';
import { type ValuePath, type Problem, Problems, inOrder, missingProblem, typeProblem } from '../input/problems.js';
import { valueKinds } from '../input/values/index.js';
import { requiredProblem } from '../input/values/kind.js';

/** The problems that keep stored values from being published. Relations of rows are checked elsewhere. */
export function publishProblems(holder: AnyModel | AnyComponent, values: Values, path: ValuePath = []): Problem[] {
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

function attributeProblems(attribute: Attribute, value: unknown, path: ValuePath): Problem[] {
  const missing = value === null || (Array.isArray(value) && value.length === 0);
  switch (attribute.kind) {
    case 'scalar': {
      const kind = valueKinds[attribute.type.name];
      if (value === null) return attribute.required === true ? [requiredProblem(kind, path)] : [];
      // A stored password is a hash, so its rules cannot be checked any more.
      if (attribute.type.name === 'password') return [];
      const found = new Problems();
      kind.check?.(value, { attribute, path, report: found });
      return found.all;
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
  const entries = entriesIn(value).filter((entry) => componentOf(attribute, entry) !== undefined);
  const counted = countProblems(
    attribute,
    entries,
    path,
    entries.map((entry) => shown(attribute, entry)),
  );
  if (entries.length === 0 && attribute.required === true && counted.length === 0)
    return [missingProblem(path, entries)];
  const nested = entries.flatMap((entry, index) => {
    const component = componentOf(attribute, entry);
    return component === undefined ? [] : publishProblems(component, entry, [...path, index]);
  });
  return [...nested, ...counted];
}

/** An entry as Strapi's message shows it. Relations are left out, because their targets are not read here. */
function shown(attribute: Attribute, entry: Values): Values {
  const attributes = Object.entries(componentOf(attribute, entry)?.attributes ?? {});
  const visible = attributes.filter(([, inner]) => inner.private !== true && !isRelation(inner) && !isPassword(inner));
  const named = attribute.kind === 'dynamicZone' ? [['__component', entry['__component']]] : [];
  const values = visible.map(([name, inner]) => [name, shownValue(inner, entry[name] ?? null)]);
  return Object.fromEntries([['id', entry['id']], ...values, ...named]);
}

function isPassword(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && attribute.type.name === 'password';
}

function shownValue(attribute: Attribute, value: unknown): unknown {
  if (attribute.kind === 'scalar') return value;
  if (attribute.kind === 'media') {
    const files = (Array.isArray(value) ? value : [value]).filter((file) => file !== null);
    // Strapi shows files in the form in which Strapi publishes files.
    return files.length === 0 && !attribute.multiple ? null : { set: files.map((id) => ({ id })) };
  }
  const entries = entriesIn(value).map((entry) => shown(attribute, entry));
  return isList(attribute) ? entries : (entries[0] ?? null);
}
