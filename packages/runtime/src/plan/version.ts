import type { Scope } from '../content.js';
import type { AnyModel } from '../model.js';
import type { FilterAst } from '../query/ast.js';
import type { Parameters } from '../query/parameters.js';
import type { VersionPlan } from './plan.js';

/** The status and the locales that a request reads. */
export function planVersion(scope: Scope, model: AnyModel, parameters: Parameters): VersionPlan {
  const fallback = scope.content.settings.locales.default;
  const asked = parameters.locale;
  const any = asked.includes('*') || (asked.length === 0 && filtersLocale(parameters.filters));
  const plan: { -readonly [Key in keyof VersionPlan]: VersionPlan[Key] } = {
    status: parameters.status,
    preferred: [...new Set([...asked.filter((code) => code !== '*'), fallback])],
  };
  if (model.localized && !any) plan.locales = asked.length > 0 ? asked : [fallback];
  if (parameters.publicationFilter !== undefined && model.draftAndPublish) {
    plan.publicationFilter = parameters.publicationFilter;
  }
  return plan;
}

/** `filters[locale]` says itself which locales are meant. */
function filtersLocale(filters: FilterAst | undefined): boolean {
  if (filters === undefined) return false;
  if (filters.kind === 'attribute') return filters.name === 'locale';
  return filters.kind === 'and' && filters.items.some((item) => item.kind === 'attribute' && item.name === 'locale');
}
