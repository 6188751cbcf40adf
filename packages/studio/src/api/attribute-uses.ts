import { type ComparisonKind, comparisonOf } from '../data/comparison.js';
import type { DescribedAttribute, DescribedModel } from './console.js';

/** A content type, a component, or the files of media: the holder of attributes that a path has reached. */
export interface Holder {
  readonly name: string;
  readonly attributes: readonly Use[];
}

/** An attribute, and how a query may use it. */
export interface Use {
  readonly name: string;
  /** `string`, `relation to author`: for people. */
  readonly label: string;
  /** The type of the attribute's values, if the attribute has values of its own. */
  readonly scalar?: string;
  readonly values?: readonly string[];
  readonly isList: boolean;
  /** The holder behind a relation, a component or media. */
  readonly target?: string;
  /** The holders of a dynamic zone or of a relation to any type, by the name that `on` uses. */
  readonly choices?: readonly Choice[];
  readonly canFilter: boolean;
}

interface Choice {
  readonly name: string;
  readonly holder: string;
}

const FILE = ' file';

const scalar = (name: string, type: string): Use => ({
  name,
  label: type,
  scalar: type,
  isList: false,
  canFilter: true,
});

const file: Holder = {
  name: FILE,
  attributes: [
    ...['name', 'alternativeText', 'caption', 'hash', 'ext', 'mime', 'url', 'previewUrl', 'provider'].map((name) =>
      scalar(name, 'string'),
    ),
    ...['width', 'height'].map((name) => scalar(name, 'integer')),
    scalar('size', 'decimal'),
    scalar('formats', 'json'),
  ],
};

/** The holders of a model by name: types, components, and files. */
export function holdersOf(model: DescribedModel): ReadonlyMap<string, Holder> {
  const types = model.types.map(({ name, attributes, localized, draftAndPublish }): Holder => {
    const own = attributes.map((attribute) => useOf(attribute, model));
    const system = [
      scalar('documentId', 'string'),
      ...['createdAt', 'updatedAt'].map((each) => scalar(each, 'datetime')),
      ...(draftAndPublish ? [scalar('publishedAt', 'datetime')] : []),
      ...(localized ? [scalar('locale', 'string')] : []),
    ];
    return { name, attributes: [...own, ...system.filter((each) => own.every((one) => one.name !== each.name))] };
  });
  const components = model.components.map(({ name, attributes }): Holder => {
    return { name, attributes: attributes.map((attribute) => useOf(attribute, model)) };
  });
  return new Map([...types, ...components, file].map((holder) => [holder.name, holder]));
}

function useOf(attribute: DescribedAttribute, model: DescribedModel): Use {
  const { name } = attribute;
  switch (attribute.kind) {
    case 'scalar': {
      const { type, values } = attribute;
      const canFilter = type !== 'password' && !attribute.private;
      return { ...scalar(name, type), canFilter, ...(values === undefined ? {} : { values }) };
    }
    case 'media':
      return { name, label: 'media', isList: attribute.multiple, target: FILE, canFilter: false };
    case 'component': {
      const { component, repeatable } = attribute;
      return { name, label: component, isList: repeatable, target: component, canFilter: true };
    }
    case 'dynamicZone': {
      const choices = attribute.components.map((each) => ({ name: each, holder: each }));
      return { name, label: 'dynamic zone', isList: true, choices, canFilter: false };
    }
    case 'relation': {
      const isList = attribute.cardinality.endsWith('Many');
      return { name, label: `→ ${attribute.target}`, isList, target: attribute.target, canFilter: true };
    }
    case 'morphTo': {
      const choices = model.types.map((type) => ({ name: type.uid, holder: type.name }));
      return { name, label: 'relation to any type', isList: attribute.many, choices, canFilter: false };
    }
    case 'morphInverse':
      return {
        name,
        label: `→ ${attribute.target}`,
        isList: attribute.many,
        target: attribute.target,
        canFilter: true,
      };
    case 'role':
      return { name, label: 'role', isList: false, canFilter: false };
  }
}

/** The attribute at the end of a path. */
export function useAtPath(
  holders: ReadonlyMap<string, Holder>,
  holder: string,
  [first, ...rest]: readonly string[],
): Use | undefined {
  const use = holders.get(holder)?.attributes.find(({ name }) => name === first);
  if (rest.length === 0 || use?.target === undefined) return rest.length === 0 ? use : undefined;
  return useAtPath(holders, use.target, rest);
}

/** Whether an answer contains the attribute only if `populate` names the attribute. */
export function isPopulated({ scalar: own, label }: Use): boolean {
  return own === undefined && label !== '';
}

const presence = ['$null', '$notNull'] as const;
const order = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$between', '$in', '$notIn', ...presence];
const texts = [
  '$containsi',
  '$contains',
  '$eq',
  '$eqi',
  '$ne',
  '$startsWithi',
  '$startsWith',
  '$endsWithi',
  '$endsWith',
  '$notContainsi',
  '$in',
  '$notIn',
  ...presence,
];

const operators: Readonly<Record<ComparisonKind, readonly string[]>> = {
  text: texts,
  order,
  boolean: ['$eq', '$ne', ...presence],
  choice: ['$eq', '$ne', '$in', '$notIn', ...presence],
  json: ['$jsonSupersetOf', ...presence],
};

/** The operators that fit an attribute, the most likely one first. */
export function operatorsFor(use: Use | undefined): readonly string[] {
  return use?.scalar === undefined ? presence : operators[comparisonOf(use.scalar)];
}

const names: Readonly<Record<string, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $eqi: 'is (any case)',
  $lt: '<',
  $lte: '≤',
  $gt: '>',
  $gte: '≥',
  $between: 'between',
  $in: 'is one of',
  $notIn: 'is none of',
  $contains: 'contains (exact case)',
  $containsi: 'contains',
  $notContainsi: 'does not contain',
  $startsWith: 'starts with (exact case)',
  $startsWithi: 'starts with',
  $endsWith: 'ends with (exact case)',
  $endsWithi: 'ends with',
  $null: 'is empty',
  $notNull: 'is not empty',
  $jsonSupersetOf: 'has the JSON',
};

export function operatorName(operator: string): string {
  return names[operator] ?? operator;
}
