import type { PublicationFilter } from '../shape/index.js';
import type { AnyModel } from '../model/index.js';
import type { FilterAst, Parameters } from '../query/index.js';
import type { VersionPlan } from './plan.js';

/** The status and the locales that a request reads. */
export function planVersion(model: AnyModel, parameters: Parameters, fallback: string): VersionPlan {
  const asked = parameters.locale;
  const any = asked.includes('*') || (asked.length === 0 && filtersLocale(parameters.filters));
  const plan: { -readonly [Key in keyof VersionPlan]: VersionPlan[Key] } = {
    status: parameters.status,
    preferred: [...new Set([...asked.filter((code) => code !== '*'), fallback])],
  };
  if (model.localized && !any) plan.locales = asked.length > 0 ? asked : [fallback];
  if (parameters.publicationFilter !== undefined) plan.publicationFilter = parameters.publicationFilter;
  return plan;
}

/** Whether published versions are compared with drafts, which needs the right to read drafts. */
export function looksAtDrafts({
  status,
  publicationFilter,
}: Pick<VersionPlan, 'status' | 'publicationFilter'>): boolean {
  return status === 'published' && publicationFilter !== undefined && BY_DRAFT.has(publicationFilter);
}

const BY_DRAFT = new Set<PublicationFilter>([
  'modified',
  'unmodified',
  'published-without-draft',
  'published-with-draft',
]);

/** `filters[locale]` selects the locales itself; below `$and` it is an ordinary condition. */
function filtersLocale(filters: FilterAst | undefined): boolean {
  if (filters === undefined) return false;
  const items = filters.kind === 'and' ? filters.items : [filters];
  return items.some((item) => item.kind === 'attribute' && item.path.length === 1 && item.name === 'locale');
}
