import type { ModelState } from '../migrate/state/state.js';
import { type RuleCount, countBroken } from '../migrate/rules/count-broken.js';
import { adviceFor, problemOf } from '../migrate/rules/sites.js';
import type { Finding, Findings } from './finding.js';

/** Rows that break a rule of the definition: they are older than the rule, or came with an import. */
export async function checkStoredValues(url: string, model: ModelState): Promise<Findings> {
  const counts = await countBroken(url, model);
  return [...counts.filter(({ rows }) => rows > 0).map(brokenFinding), ...cleanFindings(counts)];
}

function brokenFinding({ site, rule, rows, document }: RuleCount): Finding {
  const message = `${problemOf(site, rule)}${rows}, for example in document ${document}`;
  const subject = 'values';
  if (site.attribute.keepsOld) {
    return { level: 'note', subject, message, hint: 'the attribute keeps them, because it has keepOldValues' };
  }
  const consequence = rule.isPromised ? 'answers break the generated types' : 'the next save of these values fails';
  return { level: 'warning', subject, message, hint: `${consequence}. ${adviceFor(site.attribute)}` };
}

/** Attributes that keep old values, but have none that break a rule. */
function cleanFindings(counts: readonly RuleCount[]): Findings {
  const kept = counts.filter(({ site }) => site.attribute.keepsOld);
  const names = new Set(kept.map(definitionOf));
  return [...names].flatMap((name) => {
    if (kept.some((one) => one.rows > 0 && definitionOf(one) === name)) return [];
    const message = `no row breaks a rule of ${name} any more`;
    return [{ level: 'note', subject: 'values', message, hint: 'remove keepOldValues from its definition' } as const];
  });
}

/** The attribute in its definition, which a component shares with all places that use it. */
function definitionOf({ site: { type, key, entry } }: RuleCount): string {
  return entry === undefined ? `${type}.${key}` : `${entry.component}.${entry.field}`;
}
