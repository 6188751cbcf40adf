import type postgres from 'postgres';

import { inReadOnly, unlessRefused } from '../../database/read-only.js';
import type { ModelState } from '../state/state.js';
import type { Rule } from './rule.js';
import { rulesOf } from './rules.js';
import { type Site, brokenRows, sitesOf } from './sites.js';

/** A rule of an attribute at one place, and the rows that break it. */
export interface RuleCount {
  readonly site: Site;
  readonly rule: Rule;
  readonly rows: number;
  /** A document that has such a row. */
  readonly document?: string;
}

/** Counts the rows that break each rule of a model. Leaves out what the database cannot tell, such as missing columns. */
export function countBroken(url: string, model: ModelState): Promise<readonly RuleCount[]> {
  const checks = Object.entries(model.types).flatMap(([name, type]) =>
    sitesOf(name, type, model).flatMap((site) => rulesOf(site.attribute, site.holder).map((rule) => ({ site, rule }))),
  );
  return inReadOnly(url, { fetch_types: false, connect_timeout: 15 }, async (tx) => {
    await tx`set local statement_timeout = 0`;
    const counts: RuleCount[] = [];
    for (const from of new Set(checks.map(({ site }) => site.from))) {
      const group = checks.filter(({ site }) => site.from === from);
      counts.push(...((await counted(tx, group)) ?? (await countedAlone(tx, group))));
    }
    return counts;
  });
}

type Check = Pick<RuleCount, 'site' | 'rule'>;

/** One statement reads the rows once for all rules. */
async function counted(
  tx: postgres.TransactionSql,
  checks: readonly Check[],
): Promise<readonly RuleCount[] | undefined> {
  const columns = checks.map(({ site, rule }, index) => {
    const isBroken = `filter (where ${brokenRows(site, rule)})`;
    return `count(*) ${isBroken} as "rows${index}", min(t."document_id") ${isBroken} as "document${index}"`;
  });
  const text = `select ${columns.join(', ')} from ${checks[0]?.site.from ?? ''}`;
  const [row] = (await unlessRefused(tx, (inner) => inner.unsafe<Record<string, string | null>[]>(text))) ?? [];
  if (row === undefined) return undefined;
  return checks.map((check, index) => {
    const document = row[`document${index}`] ?? undefined;
    return { ...check, rows: Number(row[`rows${index}`]), ...(document === undefined ? {} : { document }) };
  });
}

/** A rule that fails must not hide the others. */
async function countedAlone(tx: postgres.TransactionSql, checks: readonly Check[]): Promise<readonly RuleCount[]> {
  const counts: RuleCount[] = [];
  if (checks.length > 1) for (const check of checks) counts.push(...((await counted(tx, [check])) ?? []));
  return counts;
}
