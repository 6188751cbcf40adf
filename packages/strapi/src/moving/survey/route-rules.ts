import { type Literal, entriesOf, itemsOf, textOf, textsOf, valueAt } from '../sources/literal.js';
import type { RouteRules } from './pieces.js';

/** The rules of a route that a function changes: the function may add a guard, or remove `auth: false`. */
export function changedRules(rules: RouteRules, line: number): RouteRules {
  return { ...rules, isPublic: false, policies: [...rules.policies, hiddenRules(line)] };
}

function hiddenRules(line: number): string {
  return `settings in line ${line} that only a run would show`;
}

/** `handler`: with its api, `api::article.article.find`. */
export function rulesOf(config: Literal | undefined, api: string, holder: Literal, handler: string): RouteRules {
  const auth = valueAt(config, 'auth');
  const lists = [valueAt(config, 'policies'), valueAt(config, 'middlewares')];
  const isHidden =
    [holder, config].some(
      (each) => each?.kind === 'unknown' || entriesOf(each).some(([key]) => key.startsWith('...')),
    ) || lists.some((each) => each !== undefined && each.kind !== 'list');
  const hidden = [
    ...(isHidden ? [hiddenRules(holder.line)] : []),
    ...(auth !== undefined && restrictsCallers(auth, handler) ? [`auth in line ${auth.line}`] : []),
  ];
  return {
    isPublic: auth?.kind === 'plain' && auth.value === false,
    policies: [...itemsOf(valueAt(config, 'policies')).map((each) => guardName(each, api)), ...hidden],
    middlewares: itemsOf(valueAt(config, 'middlewares')).map((each) => guardName(each, api)),
  };
}

/** Whether `auth` asks for more than the permission of the handler: another scope, or a way to sign in. */
function restrictsCallers(auth: Literal, handler: string): boolean {
  if (auth.kind === 'plain') return false;
  const scopes = valueAt(auth, 'scope');
  const isUsual = scopes === undefined || textsOf(scopes)?.every((scope) => scope === handler) === true;
  return auth.kind !== 'object' || !isUsual || entriesOf(auth).some(([key]) => key !== 'scope');
}

/** `is-owner`, `{ name: 'global::is-owner', config: … }`, or a function in the route. */
function guardName(literal: Literal, api: string): string {
  const name = textOf(literal) ?? textOf(valueAt(literal, 'name')) ?? textOf(valueAt(literal, 'resolve'));
  if (name === undefined) return `a function in line ${literal.line}`;
  return name.includes('::') ? name : `api::${api}.${name}`;
}
