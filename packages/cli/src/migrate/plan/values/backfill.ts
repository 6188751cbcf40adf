import type { Rule } from '../../rules/rule.js';
import { type Site, entryValue } from '../../rules/sites.js';
import { type AttributeState, type ModelState, isSame } from '../../state/state.js';
import { type EntryChanges, type FieldChange, changedEntries } from '../entries/sql.js';
import { type Statement, id, statement, sqlText } from '../statement.js';
import { brokenWarning } from './row-checks.js';

/** Whether a backfill says how to mend rows that broke a rule before. */
export function hasNewBackfill(before: AttributeState | undefined, now: AttributeState): boolean {
  return (
    backfillOf(now) !== undefined && !isSame(before?.kind === 'scalar' ? before.backfill : undefined, backfillOf(now))
  );
}

/** A place whose values get the backfill of their attribute if they break one of these rules. */
export interface Filling {
  readonly site: Site;
  readonly rules: readonly Rule[];
}

/** Writes the backfill of attributes of one content type into the values that break a rule. */
export function backfilled(fillings: readonly Filling[], model: ModelState): readonly Statement[] {
  const own = fillings.filter(({ site }) => site.entry === undefined);
  const inner = fillings.filter(({ site }) => site.entry !== undefined);
  const keys = [...new Set(inner.map(({ site }) => site.key))];
  return [
    ...fillings.map(counted),
    ...own.map(fillColumn),
    ...keys.map((key) =>
      fillEntries(
        inner.filter(({ site }) => site.key === key),
        model,
      ),
    ),
  ];
}

function counted(filling: Filling): Statement {
  const { name, value, from } = filling.site;
  return brokenWarning(`counts the values of ${name} that its backfill replaces`, {
    value: value.text,
    from,
    where: brokenBy(filling),
    problem: `Rows whose value of ${name} breaks a rule, and becomes its backfill: `,
    advice: '',
  });
}

/** A draft gets the value only with its published version: a document that was never published may be incomplete. */
function brokenBy({ site: { holder, table, value }, rules }: Filling): string {
  const isPublished = `t."document_id" IN (SELECT "document_id" FROM ${id(table)} WHERE "cg_status" = 'published')`;
  const conditions = rules.map((rule) => {
    const isLimited = holder.draftAndPublish && !rule.holdsForDrafts;
    return isLimited ? `${isPublished} AND (${rule.isBroken(value)})` : rule.isBroken(value);
  });
  return anyOf(conditions);
}

function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions.join('') : conditions.map((one) => `(${one})`).join(' OR ');
}

function fillColumn(filling: Filling): Statement {
  const { attribute } = filling.site;
  const value = jsonTypes.has(typeOf(attribute)) ? jsonOf(attribute) : sqlText(String(backfillOf(attribute)));
  return fill(filling.site, value, brokenBy(filling));
}

/** Changes all fields of an attribute at once, because each change writes the whole column. */
function fillEntries(fillings: readonly Filling[], model: ModelState): Statement {
  const [first] = fillings;
  if (first === undefined || first.site.outer.kind !== 'entries') throw new Error('There are no entries to fill.');
  const { outer } = first.site;
  const column = `t.${id(outer.column)}`;
  const changes: EntryChanges = { model, components: new Map(), gone: new Map(), fields: filledFields(fillings) };
  const broken = fillings.map((filling) => {
    const entries = `jsonb_path_query(${column}, ${sqlText(filling.site.entry?.path ?? '$')}) e`;
    return `EXISTS (SELECT 1 FROM ${entries} WHERE ${brokenBy(filling)})`;
  });
  const value = changedEntries(column, outer.components, changes);
  return fill({ ...first.site, name: `${first.site.type}.${first.site.key}` }, value, anyOf(broken));
}

function filledFields(fillings: readonly Filling[]): EntryChanges['fields'] {
  const fields = new Map<string, Map<string, FieldChange>>();
  for (const { site, rules } of fillings) {
    const { entry, attribute } = site;
    if (entry === undefined) continue;
    const convert = (value: string) => {
      const stored = entryValue(value, `(${value}) #>> '{}'`, attribute);
      const broken = anyOf(rules.map((rule) => rule.isBroken(stored)));
      return `CASE WHEN ${broken} THEN ${jsonOf(attribute)} ELSE ${value} END`;
    };
    const known = fields.get(entry.component) ?? new Map<string, FieldChange>();
    known.set(entry.field, { from: entry.field, cast: { convert }, isAdded: attribute.required === true });
    fields.set(entry.component, known);
  }
  return fields;
}

function fill({ name, table, outer }: Pick<Site, 'name' | 'table' | 'outer'>, value: string, where: string): Statement {
  const set = `${id(outer.column)} = ${value}, "cg_version" = t."cg_version" + 1`;
  const reason = `gives ${name} its backfill in rows that break a rule`;
  return statement('rewrites', reason, `UPDATE ${id(table)} t SET ${set} WHERE ${where}`);
}

const jsonTypes: ReadonlySet<string> = new Set(['json', 'blocks']);

function typeOf(attribute: AttributeState): string {
  return attribute.kind === 'scalar' ? attribute.type : '';
}

function backfillOf(attribute: AttributeState) {
  return attribute.kind === 'scalar' ? attribute.backfill : undefined;
}

/** The value as an entry contains it: a biginteger is text there. */
function jsonOf(attribute: AttributeState): string {
  const value = backfillOf(attribute);
  return `${sqlText(JSON.stringify(typeOf(attribute) === 'biginteger' ? String(value) : value))}::jsonb`;
}
