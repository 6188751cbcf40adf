import type { PermissionRule } from '../config/define.js';
import { isObject } from '../config/plain-object.js';
import type { ConfigReport } from '../config/shape.js';
import type { Path } from '../config/source-position.js';
import { suggest } from '../diagnostics/suggestion.js';
import { operators } from './operators.js';

/**
 * Checks that the row filters of a rule say something. A condition that is left out opens rows, and a misspelled one
 * refuses every request of the role.
 */
export function checkConditions(rule: PermissionRule, path: Path, report: ConfigReport): void {
  if ('where' in rule) checkFilter(rule.where, 'where', [...path, 'where'], report);
  for (const [action, filter] of Object.entries(rule.whereTo ?? {})) {
    checkFilter(filter, `whereTo.${action}`, [...path, 'whereTo', action], report);
  }
}

const groups = ['$and', '$or', '$not'];

/** A filter, or the part of one below a group, a relation or a component. Other checks know the attributes. */
function checkFilter(filter: unknown, name: string, path: Path, report: ConfigReport): void {
  if (!isPlain(filter)) return refuse(filter, name, path, report);
  const conditions = Object.entries(filter);
  if (conditions.length === 0) report('CG114', path, `${name} has no condition`);
  for (const [key, below] of conditions) {
    const [inner, at] = [`${name}.${key}`, [...path, key]];
    if (groups.includes(key)) checkGroup(key, below, inner, at, checkFilter, report);
    else if (key.startsWith('$')) refuseOperator(key, groups, inner, at, report);
    else checkCondition(below, inner, at, report);
  }
}

/** The value of an attribute: a value, several values, operators, or conditions on the other side of a relation. */
function checkCondition(value: unknown, name: string, path: Path, report: ConfigReport): void {
  if (!isPlain(value)) return checkValue(value, name, path, report);
  const conditions = Object.entries(value);
  if (conditions.length === 0) report('CG114', path, `${name} has no condition`);
  for (const [key, below] of conditions) {
    const [inner, at] = [`${name}.${key}`, [...path, key]];
    if (groups.includes(key)) checkGroup(key, below, inner, at, checkCondition, report);
    else if (operators.includes(key)) checkValue(below, inner, at, report);
    else if (key.startsWith('$')) refuseOperator(key, [...operators, ...groups], inner, at, report);
    else checkCondition(below, inner, at, report);
  }
}

function checkGroup(
  key: string,
  value: unknown,
  name: string,
  path: Path,
  check: typeof checkFilter,
  report: ConfigReport,
): void {
  if (key !== '$not' && !Array.isArray(value)) {
    report('CG114', path, `${name} must be a list of conditions`);
    return;
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) report('CG114', path, `${name} has no condition`);
  for (const item of items) check(item, name, path, report);
}

function checkValue(value: unknown, name: string, path: Path, report: ConfigReport): void {
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, name, path, report);
    return;
  }
  if (typeof value === 'string') return checkCaller(value, name, path, report);
  const isValue = value === null || typeof value === 'boolean' || value instanceof Date || Number.isFinite(value);
  if (!isValue) refuse(value, name, path, report);
}

/** Any other text is compared as it is, so a misspelled `$caller` is no user. */
function checkCaller(value: string, name: string, path: Path, report: ConfigReport): void {
  const hint = value.startsWith('$') && value !== '$caller' ? suggest(value, ['$caller']) : undefined;
  if (hint !== undefined) report('CG114', path, `${name} compares with the text "${value}"`, hint);
}

function refuse(value: unknown, name: string, path: Path, report: ConfigReport): void {
  const hint = value === undefined ? 'a variable of the environment may be missing' : undefined;
  const shown = typeof value === 'object' && value !== null ? 'an object that is not plain' : String(value);
  report('CG114', path, `${name} cannot be ${shown}`, hint);
}

function refuseOperator(key: string, known: readonly string[], name: string, path: Path, report: ConfigReport): void {
  report('CG114', path, `${name} is not an operator`, suggest(key, known) ?? `the operators are ${known.join(', ')}`);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(value instanceof Date);
}
