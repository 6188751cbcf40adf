import { LimitError, invalidKey } from '../errors/index.js';
import type { Edge, Holder } from '../model/index.js';
import { type SortAst, invalidOrder, isDirection } from '../query/index.js';
import { type FilterSite, spend } from './filters.js';
import { meaningOf } from './lookup.js';
import type { FullText, OrderTerm } from './plan.js';
import { isScore } from './score.js';

/** Each key is a column that the database sorts by, in memory or in temporary files, for every row that it finds. */
const MAX_SORT_KEYS = 10;

/**
 * Resolves the keys of a sort. A repeated key changes nothing, so that the first one counts. SQL adds the tie-break by
 * id. `score`: the search of the request, if its results have a rank.
 */
export function planSort(
  site: FilterSite,
  holder: Holder,
  terms: readonly SortAst[],
  score?: FullText,
): readonly OrderTerm[] {
  const planned = new Map<string, OrderTerm>();
  for (const term of terms) {
    const key = term.path.join('.');
    const isRanked = score !== undefined && isScore(term);
    const order = isRanked ? scoreTerm(site, term, score) : planTerm(site, holder, term);
    if ((isRanked || term.sent !== '') && !planned.has(key)) planned.set(key, order);
    if (planned.size > MAX_SORT_KEYS) throw tooManyKeys(site);
  }
  return [...planned.values()];
}

function tooManyKeys({ param }: FilterSite): LimitError {
  const message = `A sort has at most ${MAX_SORT_KEYS} keys`;
  return new LimitError(message, { source: 'query', param });
}

function planTerm(site: FilterSite, holder: Holder, term: SortAst): OrderTerm {
  const edges: Edge[] = [];
  let current = holder;
  let isReadable = true;
  for (const [index, name] of term.path.entries()) {
    const above = index === 0 ? null : term.path.slice(0, index).join('.');
    const here = term.path.slice(0, index + 1).join('.');
    const next = term.path[index + 1];
    const last = next === undefined;
    const named = meaningOf(site.context, current, name, 'filter');
    if (named === undefined) {
      // `author.` names the relation itself.
      const key = name === '' && last ? (term.path[index - 1] ?? name) : name;
      throw invalidKey(key, { source: 'query', param: site.param, path: above });
    }
    isReadable &&= meaningOf(site.context, current, name, 'read')?.kind === named.kind;
    if (named.kind === 'field') {
      if (next !== undefined) throw term.sent === next ? invalidOrder() : unknownBelow(site, next, here);
      const { direction } = term;
      if (direction === undefined || (term.sent === name && !isDirection(name))) throw invalidOrder();
      return { edges, field: named.field, direction, at: { param: site.param, key: here }, isReadable };
    }
    const isNamed = named.kind === 'edge' && last && term.sent !== undefined && term.sent !== '';
    // Strapi reads a direction behind a relation as a name of its target, and looks at names before rights.
    if (isNamed) throw unknownBelow(site, term.sent, here);
    const isOpen = named.kind === 'edge' && (named.edge.kind === 'entries' || site.context.maySee(named.edge.target));
    if (!isOpen || last) throw invalidKey(name, { source: 'query', param: site.param, path: here });
    spend(site, index + 1);
    isReadable &&= named.edge.kind === 'entries' || site.context.mayPopulate(named.edge.target);
    edges.push(named.edge);
    current = named.edge.target;
  }
  throw invalidOrder();
}

/** The best results come first, unless the request says otherwise. */
function scoreTerm({ param }: FilterSite, { path, sent, direction }: SortAst, score: FullText): OrderTerm {
  const [key = ''] = path;
  if (direction === undefined) throw invalidOrder();
  return {
    edges: [],
    field: { name: key, column: '', type: { name: 'float', postgres: 'double precision', search: 'none' } },
    score,
    direction: sent === undefined ? 'desc' : direction,
    at: { param, key },
    isReadable: true,
  };
}

function unknownBelow(site: FilterSite, key: string, path: string) {
  return invalidKey(key, { source: 'query', param: site.param, path });
}
