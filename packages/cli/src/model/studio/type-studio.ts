import type { RawDefinition } from '../../definitions/raw.js';
import { suggest } from '../../diagnostics/suggestion.js';
import type { AttributeDraft, AttributeDrafts, StudioDraft } from '../draft.js';
import type { ScalarType, TypeStudio } from '../model.js';
import type { Report } from '../report.js';
import type { Located, Values } from '../values.js';
import * as read from '../values.js';
import { chosen, withoutEmpty } from './attribute-studio.js';
import { displayed } from './display-name.js';
import { checkStudioKeys } from './studio-keys.js';

const ofComponent = ['label', 'description', 'title', 'layout'];
const ofType = [...ofComponent, 'columns', 'sort'];
const documentDates = ['createdAt', 'updatedAt', 'publishedAt'];

/** Types whose values are no name of a document. */
const nameless: ReadonlySet<ScalarType> = new Set<ScalarType>(['json', 'blocks', 'password', 'boolean']);
const unordered: ReadonlySet<ScalarType> = new Set<ScalarType>(['json', 'blocks', 'password']);

/** The key `studio` of a type or a component; `info` is that of a schema file. */
export function readStudio(
  studio: Values | undefined,
  info: Values | undefined,
  kind: RawDefinition['kind'],
  report: Report,
): StudioDraft {
  if (studio !== undefined) checkStudioKeys(studio, kind === 'component' ? ofComponent : ofType, report);
  const shown = displayed(info);
  const text = (name: string) => studio && read.text(studio, name);
  const located = (name: string) => studio && read.located(studio, name);
  const list = (name: string) => (studio && read.texts(studio, name)) ?? [];
  return {
    label: text('label') ?? shown.label,
    description: text('description') ?? shown.description,
    title: located('title'),
    columns: kind === 'component' ? [] : list('columns'),
    sort: kind === 'component' ? undefined : located('sort'),
    layout: list('layout'),
  };
}

interface Owner extends AttributeDrafts {
  readonly name: string;
  readonly studio: StudioDraft;
}

/** Checks the attributes that the studio of a type or a component names. */
export function checkStudio(owner: Owner, report: Report): void {
  for (const { key, named, problem } of namesIn(owner)) {
    report('CG237', named.span, `"${named.value}" ${problem}`, hintFor(owner, key, named.value));
  }
}

/** The studio without the names that have a problem; undefined if nothing is left. */
export function studioOf(owner: Owner): TypeStudio | undefined {
  const { label, description, title, columns, sort, layout } = owner.studio;
  const wrong = new Set(namesIn(owner).map(({ named }) => named));
  const names = (list: readonly Located<string>[]) => {
    const left = list.filter((named) => !wrong.has(named)).map(({ value }) => value);
    return left.length === 0 ? undefined : left;
  };
  const one = (named: Located<string> | undefined) => (named && !wrong.has(named) ? named.value : undefined);
  return withoutEmpty({
    label: chosen(label, owner.name),
    description,
    title: one(title),
    columns: names(columns),
    sort: one(sort),
    layout: names(layout),
  });
}

interface Misnamed {
  readonly key: 'title' | 'columns' | 'sort' | 'layout';
  readonly named: Located<string>;
  readonly problem: string;
}

function namesIn(owner: Owner): readonly Misnamed[] {
  const { title, columns, sort, layout } = owner.studio;
  const all = [
    ...(title === undefined ? [] : [{ key: 'title' as const, named: title }]),
    ...columns.map((named) => ({ key: 'columns' as const, named })),
    ...(sort === undefined ? [] : [{ key: 'sort' as const, named: sort }]),
    ...layout.map((named) => ({ key: 'layout' as const, named })),
  ];
  return all.flatMap(({ key, named }, index) => {
    const isTwice = all.slice(0, index).some((each) => each.key === key && each.named.value === named.value);
    const problem = isTwice ? `is in ${key} twice` : problemOf(owner, key, named.value);
    return problem === undefined ? [] : [{ key, named, problem }];
  });
}

function problemOf(owner: Owner, key: Misnamed['key'], written: string): string | undefined {
  const name = key === 'sort' ? written.replace(/:(asc|desc)$/, '') : written;
  if (owner.unclear.includes(name) || (key === 'sort' && documentDates.includes(name))) return undefined;
  const attribute = owner.attributes.find((each) => each.name === name);
  if (attribute === undefined) return 'is not an attribute';
  if (key === 'layout') return undefined;
  if (attribute.private || !attribute.visible) return `cannot be in ${key}, because answers do not show it`;
  if (key === 'title' && !isTitle(attribute))
    return 'cannot be the title, because its value is no short text or number';
  if (key === 'sort' && !isSorted(attribute)) return 'cannot be the order of a list, because its values have none';
  return key === 'columns' && attribute.kind === 'scalar' && attribute.type === 'password'
    ? 'cannot be a column, because answers do not show it'
    : undefined;
}

function isTitle(attribute: AttributeDraft): boolean {
  return attribute.kind === 'scalar' && !nameless.has(attribute.type);
}

function isSorted(attribute: AttributeDraft): boolean {
  return attribute.kind === 'scalar' && !unordered.has(attribute.type);
}

function hintFor(owner: Owner, key: Misnamed['key'], name: string): string | undefined {
  const fits = (attribute: AttributeDraft) => problemOf(owner, key, attribute.name) === undefined;
  const names = owner.attributes.filter(fits).map((attribute) => attribute.name);
  return names.includes(name) ? undefined : suggest(name, names);
}
