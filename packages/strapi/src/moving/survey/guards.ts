import { type Module, codeOf, isFunction } from '../sources/module.js';
import { codeWithUses } from '../sources/used-code.js';
import { firstLine } from './controllers.js';
import { populateOf } from './populate.js';
import type { Surveyor } from './surveyor.js';
import { isTransparent } from './transparent.js';

/** `src/policies/is-admin.ts` is `global::is-admin`. */
export function readPolicy(surveyor: Surveyor, file: string, id: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const code = exportedCode(module);
  surveyor.policies.push({ id, file, line: firstLine(module), code, asksForUser: asksForUser(module) });
}

/** `src/api/article/middlewares/populate.ts` is `api::article.populate`. */
export function readMiddleware(surveyor: Surveyor, file: string, id: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const populate = module.exported && populateOf(module, module.exported);
  const passes = module.exported !== undefined && isTransparent(module, module.exported, true);
  const base = { id, file, line: firstLine(module), code: exportedCode(module), isTransparent: passes };
  surveyor.middlewares.push(populate === undefined ? base : { ...base, populate });
}

/** The exported function first, because a file may begin with much that the function uses. */
function exportedCode(module: Module): string {
  const { exported, source } = module;
  return isFunction(module, exported) ? codeWithUses(module, exported) : codeOf(module, source);
}

/** Whether a policy looks only at `state.user`, and lets exactly the requests with a user pass. */
function asksForUser(module: Module): boolean {
  const { exported, tsc } = module;
  if (!isFunction(module, exported) || exported.body === undefined) return false;
  const body = exported.body
    .getText(module.source)
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\b(console|strapi\.log)\.\w+\([^;]*\);?/g, '')
    .replaceAll(/\s+/g, ' ');
  const user = String.raw`\w+\.state\.user`;
  const forms = [
    String.raw`^!!${user}$`,
    String.raw`^Boolean\(${user}\)$`,
    String.raw`^\{ return (!!${user}|Boolean\(${user}\)|${user} \? true : false); \}$`,
    String.raw`^\{ if \(${user}\) (\{ )?return true;( \})? return false; \}$`,
    String.raw`^\{ if \(!${user}\) (\{ )?return false;( \})? return true; \}$`,
    String.raw`^\{ if \(${user}\) (\{ )?return true;( \})? else (\{ )?return false;( \})? \}$`,
  ];
  return tsc.isArrowFunction(exported) || tsc.isFunctionLike(exported)
    ? forms.some((form) => new RegExp(form).test(body))
    : false;
}
