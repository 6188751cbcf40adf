import type { Attribute, Scalar } from '../../model/model.js';
import type { Change, Owner } from '../change.js';
import { enumValueAdded } from '../changes/values/enum-value-added.js';
import { enumValueRemoved } from '../changes/values/enum-value-removed.js';
import { ruleLooser } from '../changes/values/rule-looser.js';
import { ruleStricter } from '../changes/values/rule-stricter.js';
import { type Pair, wordsWithout } from '../lists.js';
import { isSameValue } from './values.js';

/** Finds the changes of what values an attribute allows. */
export function compareRules(owner: Owner, { before, now }: Pair<Attribute>): readonly Change[] {
  const rules = differences(before, now);
  const stricter = rules.filter(({ isStricter }) => isStricter).map(({ text }) => text);
  const looser = rules.filter(({ isStricter }) => !isStricter).map(({ text }) => text);
  return [
    ...(stricter.length === 0 ? [] : [ruleStricter(owner, now, stricter)]),
    ...(looser.length === 0 ? [] : [ruleLooser(owner, now, looser)]),
    ...(before.kind === 'scalar' && now.kind === 'scalar' ? compareEnum(owner, { before, now }) : []),
  ];
}

function compareEnum(owner: Owner, { before, now }: Pair<Scalar>): readonly Change[] {
  if (before.values === undefined || now.values === undefined) return [];
  const removed = wordsWithout(before.values, now.values);
  const added = wordsWithout(now.values, before.values);
  return [
    ...(removed.length === 0 ? [] : [enumValueRemoved(owner, now, removed)]),
    ...(added.length === 0 ? [] : [enumValueAdded(owner, now, added)]),
  ];
}

interface RuleDifference {
  /** `maxLength 80 (was 120)` */
  readonly text: string;
  readonly isStricter: boolean;
}

type Bound = number | string | undefined;

function differences(before: Attribute, now: Attribute): readonly RuleDifference[] {
  const bounds = (['min', 'minLength'] as const).flatMap((name) => bound(name, before, now, isAbove));
  const limits = (['max', 'maxLength'] as const).flatMap((name) => bound(name, before, now, isBelow));
  return [...bounds, ...limits, ...pattern(before, now), ...uniqueness(before, now), ...fileTypes(before, now)];
}

function bound(
  name: 'min' | 'max' | 'minLength' | 'maxLength',
  before: Attribute,
  now: Attribute,
  isTighter: (value: NonNullable<Bound>, than: NonNullable<Bound>) => boolean,
): readonly RuleDifference[] {
  const [old, value] = [boundOf(before, name), boundOf(now, name)];
  if (old === value) return [];
  const isStricter = value !== undefined && (old === undefined || isTighter(value, old));
  return [{ text: `${name} ${value ?? 'none'} (was ${old ?? 'none'})`, isStricter }];
}

function boundOf(attribute: Attribute, name: 'min' | 'max' | 'minLength' | 'maxLength'): Bound {
  switch (attribute.kind) {
    case 'scalar':
      return attribute[name];
    case 'component':
    case 'dynamicZone':
      return name === 'min' || name === 'max' ? attribute[name] : undefined;
    default:
      return undefined;
  }
}

/** Bounds are numbers, or texts: of dates, which compare as text, or of large numbers. */
function isAbove(value: NonNullable<Bound>, than: NonNullable<Bound>): boolean {
  const numbers = [Number(value), Number(than)] as const;
  return numbers.some(Number.isNaN) ? String(value) > String(than) : numbers[0] > numbers[1];
}

function isBelow(value: NonNullable<Bound>, than: NonNullable<Bound>): boolean {
  return isAbove(than, value);
}

function pattern(before: Attribute, now: Attribute): readonly RuleDifference[] {
  const [old, value] = [before, now].map((each) => (each.kind === 'scalar' ? each.regex : undefined));
  if (old === value) return [];
  return [{ text: `regex ${value ?? 'none'} (was ${old ?? 'none'})`, isStricter: value !== undefined }];
}

function uniqueness(before: Attribute, now: Attribute): readonly RuleDifference[] {
  const [was, is] = [before, now].map((each) => each.kind === 'scalar' && each.unique);
  return was === is ? [] : [{ text: is ? 'unique' : 'not unique', isStricter: is === true }];
}

function fileTypes(before: Attribute, now: Attribute): readonly RuleDifference[] {
  if (before.kind !== 'media' || now.kind !== 'media' || isSameValue(before.allowedTypes, now.allowedTypes)) return [];
  const [old, value] = [before.allowedTypes, now.allowedTypes];
  const isStricter = value !== undefined && (old === undefined || wordsWithout(old, value).length > 0);
  return [{ text: `files of type ${value?.join(', ') ?? 'any'} (was ${old?.join(', ') ?? 'any'})`, isStricter }];
}
