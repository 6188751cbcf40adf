import type { Decision } from '@content-gen/runtime/explain';

import type { Config } from '../config/index.js';
import { type Path, locate } from '../config/source-position.js';

/** A decision about rights, with the line of the config that it comes from. */
export interface PlacedDecision {
  readonly text: string;
  readonly allowed: boolean;
  /** `content-gen.config.ts:12:7`. Absent if the project has no config file. */
  readonly at?: string;
}

const lists = { read: 'readable', filter: 'filterable', write: 'writable' } as const;

/**
 * The decisions of planning. The attributes that a rule allows share one line, and the attributes that the rule does
 * not list share another.
 */
export function placeDecisions(
  decisions: readonly Decision[],
  role: string,
  config: Config,
): readonly PlacedDecision[] {
  const limited = decisions.filter((decision) => isLimited(decision, role, config));
  const groups = new Map<string, readonly Decision[]>();
  for (const decision of limited) {
    const { type, use, allowed } = decision;
    const key = decision.attribute === undefined ? JSON.stringify(decision) : `${type} ${use} ${allowed}`;
    groups.set(key, [...(groups.get(key) ?? []), decision]);
  }
  return [...groups.values()]
    .map(([first, ...others]) => placed(first, others, role, config))
    .flatMap((one) => one ?? []);
}

/** Attributes are worth a line only if a rule lists them. */
function isLimited({ type, use }: Decision, role: string, { settings }: Config): boolean {
  const rule = ruleOf(settings.permissions[role], type);
  return use === undefined || (isRecord(rule) && (lists[use] in rule || (use === 'filter' && 'readable' in rule)));
}

function placed(
  first: Decision | undefined,
  others: readonly Decision[],
  role: string,
  config: Config,
): PlacedDecision | undefined {
  if (first === undefined) return undefined;
  const { source } = config;
  const span = source && locate(source, pathOf(first, role, config));
  const at = span === undefined ? {} : { at: `${span.file}:${span.line}:${span.column}` };
  return { text: textOf(first, others), allowed: first.allowed, ...at };
}

function textOf({ type, action, attribute, use, rows, allowed }: Decision, others: readonly Decision[]): string {
  if (rows !== undefined)
    return `${type}.${action}: only rows with ${rows.map((row) => JSON.stringify(row)).join(' and ')}`;
  const verb = allowed ? 'may' : 'may not';
  if (attribute === undefined) return `${verb} ${type}.${action}`;
  const names = [attribute, ...others.map((other) => other.attribute)].join(', ');
  return `${verb} ${use} ${type}: ${names}`;
}

/** The path of the rule, as far as the config has it. */
function pathOf({ type, action, attribute, use, rows }: Decision, role: string, { settings }: Config): Path {
  const types = settings.permissions[role];
  if (types === undefined) return ['permissions'];
  const rule = ruleOf(types, type);
  if (rule === undefined) return ['permissions', role];
  const path: Path = ['permissions', role, type];
  if (!isRecord(rule)) return Array.isArray(rule) && rule.includes(action) ? [...path, { item: String(action) }] : path;
  if (rows !== undefined) return [...path, 'where' in rule ? 'where' : 'whereTo'];
  if (attribute !== undefined && use !== undefined) {
    const list = use === 'filter' && !('filterable' in rule) ? 'readable' : lists[use];
    const names = rule[list];
    const isListed = Array.isArray(names) && names.includes(attribute);
    return [...path, list, ...(isListed ? [{ item: attribute }] : [])];
  }
  const { actions } = rule;
  const isListed = Array.isArray(actions) && actions.includes(action);
  return [...path, 'actions', ...(isListed ? [{ item: String(action) }] : [])];
}

function ruleOf(types: unknown, type: string): unknown {
  return isRecord(types) && Object.hasOwn(types, type) ? types[type] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
