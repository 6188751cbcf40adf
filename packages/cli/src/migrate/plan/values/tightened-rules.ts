import type { Rule } from '../../rules/rule.js';
import { type Holder, rulesOf } from '../../rules/rules.js';
import { type Site, adviceFor, brokenRows, problemOf, sitesOf } from '../../rules/sites.js';
import { tightenedRules } from '../../rules/tightened.js';
import type { AttributeState, ModelState, SchemaState, TypeState } from '../../state/state.js';
import { namesBefore } from '../renames.js';
import { tableOf } from '../schema-edit.js';
import { type Statement, id, sqlText } from '../statement.js';
import { type Filling, backfilled, hasNewBackfill } from './backfill.js';
import { isPromised } from './defaults.js';
import { type BrokenRows, brokenRefusal, brokenWarning } from './row-checks.js';

/** The models before and after a migration. Content types have their new names in both. */
interface Models {
  readonly old: ModelState;
  readonly next: ModelState;
}

/**
 * Looks for rows that break a rule which is new or stricter. If the attribute has a backfill, the rows get the
 * backfill. Else, if the generated types promise that no row breaks the rule, the migration fails with a clear message.
 * Otherwise it only counts the rows. Runs after columns and entries are converted; `columns` chooses the columns that
 * the tables had, or the columns that the migration adds.
 */
export function applyRules(schema: SchemaState, models: Models, columns: 'stored' | 'added'): readonly Statement[] {
  const { old, next } = models;
  return Object.entries(next.types).flatMap(([name, type]) => {
    if (old.types[name] === undefined) return [];
    const sites = sitesOf(name, type, next).filter((site) => isAdded(site, type, schema) === (columns === 'added'));
    const found = sites.flatMap((site) => (columns === 'added' ? withoutRows(site, type) : checked(site, models)));
    return [
      ...backfilled(found.filter(isFilled), next),
      ...found.filter((one) => !isFilled(one)).flatMap(({ site, rules }) => rules.map((rule) => check(site, rule))),
    ];
  });
}

function isAdded(site: Site, type: TypeState, schema: SchemaState): boolean {
  return keptColumn(site, type.oldColumns) === undefined && isNew(site, schema);
}

/** A new column has no values and no entries. */
function withoutRows(site: Site, type: TypeState): readonly Filling[] {
  return site.entry === undefined ? [{ site: withoutColumn(site), rules: rulesSince(undefined, site, type) }] : [];
}

function checked(site: Site, models: Models): readonly Filling[] {
  const type = models.next.types[site.type];
  if (type === undefined) return [];
  const kept = keptColumn(site, type.oldColumns);
  const before = attributeBefore(site, models, kept);
  const { draftAndPublish } = models.old.types[site.type] ?? type;
  const rules = rulesSince(before, site, type, { ...site.holder, draftAndPublish });
  // Another backfill is also for rows that broke a rule before.
  const isRefilled = rules.length === 0 && hasNewBackfill(before, site.attribute);
  return [{ site: withColumn(site, kept), rules: isRefilled ? rulesOf(site.attribute, site.holder) : rules }];
}

function rulesSince(
  before: AttributeState | undefined,
  site: Site,
  type: TypeState,
  formerHolder: Holder = site.holder,
): readonly Rule[] {
  const { attribute, holder } = site;
  // Rows without a value get the default.
  const hasDefault = site.entry === undefined && isPromised(type, attribute) === true;
  return tightenedRules(before, attribute, holder, formerHolder).filter(
    ({ name }) => !(hasDefault && name === 'required'),
  );
}

function isFilled({ site: { attribute }, rules }: Filling): boolean {
  return attribute.kind === 'scalar' && attribute.backfill !== undefined && rules.length > 0;
}

function isNew({ table, outer }: Site, schema: SchemaState): boolean {
  if (outer.kind === 'relation' && outer.storage.at === 'link') {
    return tableOf(schema, outer.storage.table) === undefined;
  }
  return tableOf(schema, table)?.columns[outer.column] === undefined;
}

/** The former state of an attribute, also of one in a component that has another name now. */
function attributeBefore(
  { type, key, entry }: Site,
  { old, next }: Models,
  kept: string | undefined,
): AttributeState | undefined {
  if (entry === undefined) {
    const attributes = old.types[type]?.attributes ?? {};
    return attributes[key] ?? Object.values(attributes).find(({ column }) => column === kept);
  }
  const components = namesBefore(old.components, next.components);
  const former = old.components[components.get(entry.component) ?? '']?.attributes ?? {};
  const names = namesBefore(former, next.components[entry.component]?.attributes ?? {});
  return former[names.get(entry.field) ?? ''];
}

/** `migrate plan` counts the rows before the column exists. */
function withoutColumn(site: Site): Site {
  if (site.outer.kind === 'relation' && site.outer.storage.at === 'link') return site;
  const isMissing = `coalesce(to_jsonb(t) -> ${sqlText(site.outer.column)}, 'null') IN ('null', '[]')`;
  return { ...site, value: { ...site.value, isMissing } };
}

/** The old column that stays beside a new one, and has the values of the rows until they are copied. */
function keptColumn({ outer, entry }: Site, oldColumns: Readonly<Record<string, string>> = {}): string | undefined {
  if (entry !== undefined) return undefined;
  return Object.entries(oldColumns).find(([, column]) => column === outer.column)?.[0];
}

function withColumn(site: Site, kept: string | undefined): Site {
  if (kept === undefined) return site;
  const inKept = (sql: string) => sql.replaceAll(`t.${id(site.outer.column)}`, `t.${id(kept)}`);
  const { value } = site;
  return {
    ...site,
    value: {
      text: inKept(value.text),
      json: inKept(value.json),
      isMissing: inKept(value.isMissing),
      size: inKept(value.size),
    },
  };
}

function check(site: Site, rule: Rule): Statement {
  const broken: BrokenRows = {
    value: rule.broken === undefined ? 'NULL::text' : site.value.text,
    from: site.from,
    where: brokenRows(site, rule),
    problem: problemOf(site, rule),
    advice: site.attribute.keepsOld === true ? 'They stay as they are (keepOldValues).' : adviceFor(site.attribute),
  };
  const wrong = rule.broken ?? 'missing';
  return rule.isPromised
    ? brokenRefusal(`fails without changes if a value of ${site.name} is ${wrong}`, broken)
    : brokenWarning(`counts rows whose ${site.name} is ${wrong}`, broken);
}
