import { invalidKey } from '../errors/index.js';
import type { SortAst } from '../query/ast.js';
import { invalidOrder, isDirection } from '../query/sort.js';
import { type FilterPlace, spend } from './filters.js';
import { lookup } from './lookup.js';
import type { Edge, Holder, OrderTerm } from './plan.js';

/** Resolves the keys of a sort; the tie-break by id is added where the statement is made. */
export function planSort(place: FilterPlace, holder: Holder, terms: readonly SortAst[]): readonly OrderTerm[] {
  return terms.flatMap((term) => {
    const planned = planTerm(place, holder, term);
    return term.sent === '' ? [] : [planned];
  });
}

function planTerm(place: FilterPlace, holder: Holder, term: SortAst): OrderTerm {
  const edges: Edge[] = [];
  let current = holder;
  for (const [index, name] of term.path.entries()) {
    const above = index === 0 ? null : term.path.slice(0, index).join('.');
    const here = term.path.slice(0, index + 1).join('.');
    const last = index === term.path.length - 1;
    const found = lookup(place.context, current, name, 'filter');
    if (found === undefined) {
      // `author.` names the relation itself.
      const key = name === '' && last ? (term.path[index - 1] ?? name) : name;
      throw invalidKey(key, { source: 'query', param: place.param, path: above });
    }
    if (found.kind === 'field') {
      if (!last)
        throw term.sent === term.path[index + 1] ? invalidOrder() : unknownBelow(place, term.path[index + 1]!, here);
      if (term.sent === name && !isDirection(name)) throw invalidOrder();
      return { edges, field: found.field, direction: term.direction };
    }
    if (found.kind !== 'edge' || (found.edge.kind === 'rows' && !place.context.maySee(found.edge.target))) {
      throw invalidKey(name, { source: 'query', param: place.param, path: here });
    }
    if (last)
      throw term.sent === undefined || term.sent === ''
        ? invalidKey(name, { source: 'query', param: place.param, path: here })
        : unknownBelow(place, term.sent, here);
    spend(place, index + 1);
    edges.push(found.edge);
    current = found.edge.target;
  }
  throw invalidOrder();
}

function unknownBelow(place: FilterPlace, key: string, path: string) {
  return invalidKey(key, { source: 'query', param: place.param, path });
}
