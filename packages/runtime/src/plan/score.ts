import { invalidKey } from '../errors/index.js';
import type { AnyModel, ScalarField } from '../model/index.js';
import type { Parameters, SortAst } from '../query/index.js';
import { operandOf } from './blanks/blank.js';
import type { PlanContext } from './context.js';
import { meaningOf } from './lookup.js';
import type { FullText, VersionPlan } from './plan.js';

const SCORE = '_score';

export function isScore({ path }: SortAst): boolean {
  return path.length === 1 && path[0] === SCORE;
}

/**
 * The search of a request that is sorted by `_score`: then `_q` looks for words, and its results have a rank. `undefined`
 * if the request has another order.
 */
export function planScore(
  context: PlanContext,
  model: AnyModel,
  { sort, search }: Parameters,
  { locales }: VersionPlan,
): FullText | undefined {
  if (!sort.some(isScore)) return undefined;
  if (model.search !== true) throw refused(`The definition of ${model.name} needs search: true for it`);
  if (search === undefined) throw refused('It ranks the results of _q, which the request does not have');
  context.weigh('$containsi', '_q', '_q');
  const fields = Object.entries(model.attributes).flatMap(([name, { searchable }]): readonly ScalarField[] => {
    const found = meaningOf(context, model, name, 'filter');
    return found?.kind === 'field' && searchable !== false && found.field.type.search === 'contains'
      ? [found.field]
      : [];
  });
  const known = model.localized ? locales : [''];
  return {
    fields,
    text: operandOf(search, 'text', (asked) => asked),
    ...(known === undefined ? {} : { locales: known }),
  };
}

function refused(reason: string) {
  return invalidKey(SCORE, { source: 'query', param: 'sort', path: SCORE }, `Invalid key ${SCORE} at sort. ${reason}`);
}
