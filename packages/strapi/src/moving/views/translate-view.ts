import { isUsualLabel } from 'content-gen/tools';

import {
  type SchemaAttribute,
  isSorted,
  isTitle,
  takesPlaceholder,
  usualColumns,
  usualSize,
  usualTitle,
} from './schema-attributes.js';
import type { StoredView } from './stored-view.js';

type Options = Readonly<Record<string, unknown>>;

/** A view as `studio` of definitions. */
export interface TranslatedView {
  readonly ofType: Options;
  /** By name; without attributes that have nothing. */
  readonly ofAttributes: Readonly<Record<string, Options>>;
  /** What the studio does not have. */
  readonly lost: readonly string[];
}

/** Translates what differs from the view that Strapi makes itself. */
export function translateView(view: StoredView, attributes: readonly SchemaAttribute[]): TranslatedView {
  const lost: string[] = [];
  const placed = placesOf(view, attributes);
  const ofAttributes = attributes.map((attribute) => {
    const { name } = attribute;
    return [name, filled({ ...textsOf(view, attribute, lost), ...placed.ofAttributes[name] })] as const;
  });
  return {
    ofType: filled({
      title: titleOf(view, attributes, lost),
      ...(view.isComponent ? {} : listOf(view, attributes, lost)),
      layout: placed.layout,
    }),
    ofAttributes: Object.fromEntries(ofAttributes.filter(([, options]) => Object.keys(options).length > 0)),
    lost,
  };
}

function titleOf({ settings }: StoredView, attributes: readonly SchemaAttribute[], lost: string[]): string | undefined {
  const { mainField } = settings;
  const attribute = attributes.find(({ name }) => name === mainField);
  if (attribute === undefined || attribute.name === usualTitle(attributes)) return undefined;
  if (isTitle(attribute)) return attribute.name;
  lost.push(`${attribute.name} as the name of an entry`);
  return undefined;
}

function listOf(view: StoredView, attributes: readonly SchemaAttribute[], lost: string[]): Options {
  const { defaultSortBy, defaultSortOrder, pageSize } = view.settings;
  const known = new Set(attributes.filter(({ isHidden }) => !isHidden).map(({ name }) => name));
  const columns = view.columns.filter((name) => known.has(name));
  const usual = usualColumns(attributes).filter((name) => known.has(name));
  const isUsual = columns.length === 0 || columns.join() === usual.join();
  for (const name of view.columns) if (name === 'createdAt' || name === 'publishedAt') lost.push(`the column ${name}`);
  if (typeof pageSize === 'number' && pageSize !== 10) lost.push(`${pageSize} documents on a page`);
  const direction = defaultSortOrder === 'DESC' ? 'desc' : 'asc';
  return { columns: isUsual ? undefined : columns, sort: sortOf(defaultSortBy, direction, attributes, lost) };
}

const DATES = ['createdAt', 'updatedAt', 'publishedAt'];
const IDS = ['id', 'documentId'];

function sortOf(
  by: unknown,
  direction: 'asc' | 'desc',
  attributes: readonly SchemaAttribute[],
  lost: string[],
): string | undefined {
  const isUsual = direction === 'asc' && (by === usualTitle(attributes) || IDS.includes(String(by)));
  if (typeof by !== 'string' || by === '' || isUsual) return undefined;
  const isKnown = DATES.includes(by) || attributes.some((each) => each.name === by && isSorted(each));
  if (isKnown) return `${by}:${direction}`;
  lost.push(`the order by ${by}`);
  return undefined;
}

function textsOf(view: StoredView, attribute: SchemaAttribute, lost: string[]): Options {
  const { name } = attribute;
  const { label, description, placeholder, editable } = view.edit[name] ?? {};
  if (editable === false) lost.push(`${name} is read-only`);
  const hasPlaceholder = typeof placeholder === 'string' && placeholder !== '';
  if (hasPlaceholder && !takesPlaceholder(attribute)) lost.push(`the placeholder of ${name}`);
  return {
    label: chosenLabel(name, label) ?? chosenLabel(name, view.list[name]?.['label']),
    description,
    placeholder: takesPlaceholder(attribute) ? placeholder : undefined,
  };
}

/** Strapi 5 takes the name of an attribute for its label, and older versions the name with a capital. */
function chosenLabel(name: string, label: unknown): string | undefined {
  if (typeof label !== 'string' || label === '') return undefined;
  const usual = [name, name.charAt(0).toUpperCase() + name.slice(1)];
  return usual.includes(label) || isUsualLabel(label, name) ? undefined : label;
}

interface Places {
  readonly layout: readonly string[] | undefined;
  readonly ofAttributes: Readonly<Record<string, Options>>;
}

/** The order and the widths of the fields. An attribute that Strapi knew, and that no row has, was hidden. */
function placesOf({ rows, edit }: StoredView, attributes: readonly SchemaAttribute[]): Places {
  const fields = rows.flat().filter(({ name }) => attributes.some((each) => each.name === name));
  if (fields.length === 0) return { layout: undefined, ofAttributes: {} };
  const shown = new Map(fields.map(({ name, size }) => [name, size]));
  const isUsual = attributes.every((each) => (shown.get(each.name) ?? usualSize(each)) === usualSize(each));
  const places = attributes.map((attribute): readonly [string, Options] => {
    const { name } = attribute;
    const size = shown.get(name);
    if (size === undefined) return [name, edit[name] === undefined ? {} : { hidden: true }];
    return [name, isUsual || size === 12 ? {} : { width: size }];
  });
  return { layout: layoutOf([...shown.keys()], attributes), ofAttributes: Object.fromEntries(places) };
}

/** The first names of the order: the others follow as in the definition. */
function layoutOf(order: readonly string[], attributes: readonly SchemaAttribute[]): readonly string[] | undefined {
  const others = (first: readonly string[]) =>
    attributes.map(({ name }) => name).filter((name) => order.includes(name) && !first.includes(name));
  const length = order.findIndex((_, count) => {
    const first = order.slice(0, count);
    return [...first, ...others(first)].join() === order.join();
  });
  const layout = length === -1 ? order : order.slice(0, length);
  return layout.length === 0 ? undefined : layout;
}

function filled(options: Options): Options {
  const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';
  return Object.fromEntries(Object.entries(options).filter(([, value]) => isSet(value)));
}
