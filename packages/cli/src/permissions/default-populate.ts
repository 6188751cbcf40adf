import { isObject } from '../config/plain-object.js';
import type { ConfigReport } from '../config/shape.js';
import type { Path } from '../config/source-position.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { Attribute, ContentModel } from '../model/model.js';

interface Owner {
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** The values in a setting: of lists and documents, and behind `always`. Each with its place. */
function partsOf(written: unknown, path: Path): readonly { readonly value: unknown; readonly path: Path }[] {
  const keys = isObject(written) ? Object.keys(written) : [];
  const within = (names: readonly string[]) => keys.length > 0 && keys.every((key) => names.includes(key));
  if (!isObject(written) || !(within(['always']) || within(['find', 'findOne']))) return [{ value: written, path }];
  if (within(['always'])) return [{ value: written['always'], path: [...path, 'always'] }];
  return keys.flatMap((key) => {
    const below = written[key];
    const isForced = isObject(below) && Object.keys(below).join() === 'always';
    return isForced ? partsOf(below, [...path, key]) : [{ value: below, path: [...path, key] }];
  });
}

/** Checks `api.populate` of one type. */
export function checkPopulateSetting(
  written: unknown,
  owner: Owner,
  path: Path,
  model: ContentModel,
  report: ConfigReport,
): void {
  for (const part of partsOf(written, path)) checkPopulate(part.value, owner, part.path, model, report);
}

/** Checks the names in `api.populate`, because a wrong one would refuse every request that names no populate. */
function checkPopulate(written: unknown, owner: Owner, path: Path, model: ContentModel, report: ConfigReport): void {
  if (written === '*') return undefined;
  if (typeof written === 'string') {
    for (const name of written.split(',')) checkPath(name.trim(), owner, path, model, report);
    return undefined;
  }
  if (Array.isArray(written)) {
    for (const name of written) checkPath(String(name), owner, [...path, { item: String(name) }], model, report);
    return undefined;
  }
  if (!isObject(written)) return undefined;
  for (const [name, below] of Object.entries(written)) {
    if (/^\d+$/.test(name)) checkPopulate(below, owner, [...path, name], model, report);
    else if (name !== '*') checkEntry(name, below, owner, [...path, name], model, report);
  }
  return undefined;
}

/** `author.avatar` */
function checkPath(written: string, owner: Owner, path: Path, model: ContentModel, report: ConfigReport): void {
  const [first = '', ...rest] = written.split('.');
  if (first === '*') return;
  const below = rest.length === 0 ? true : { populate: rest.join('.') };
  checkEntry(first, below, owner, path, model, report);
}

function checkEntry(
  name: string,
  below: unknown,
  owner: Owner,
  path: Path,
  model: ContentModel,
  report: ConfigReport,
): void {
  if (name === 'localizations') return;
  const names = owner.attributes.filter(isPopulated).map((each) => each.name);
  const attribute = owner.attributes.find((each) => each.name === name);
  if (attribute === undefined || !isPopulated(attribute)) {
    const hint = suggest(name, names) ?? `${owner.name} can populate ${names.join(', ') || 'nothing'}`;
    report('CG113', path, `"${name}" is not an attribute of ${owner.name} that can be populated`, hint);
    return;
  }
  if (!isObject(below)) return;
  for (const [component, inside] of Object.entries(isObject(below['on']) ? below['on'] : {})) {
    const found = model.components.find((each) => each.name === component);
    if (found && isObject(inside)) checkPopulate(inside['populate'], found, [...path, 'on', component], model, report);
  }
  const next = targetOf(attribute, model);
  if (next) checkPopulate(below['populate'], next, [...path, 'populate'], model, report);
}

function isPopulated({ kind }: Attribute): boolean {
  return kind !== 'scalar';
}

function targetOf(attribute: Attribute, model: ContentModel): Owner | undefined {
  if (attribute.kind === 'component') return model.components.find(({ name }) => name === attribute.component);
  if (attribute.kind !== 'relation' && attribute.kind !== 'morphInverse') return undefined;
  return model.contentTypes.find(({ name }) => name === attribute.target);
}
