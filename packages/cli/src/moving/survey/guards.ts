import type { ts } from 'ts-morph';

import { evaluate } from '../sources/evaluate.js';
import { dataOf } from '../sources/literal.js';
import { type Module, codeOf, inside, isFunction, walk } from '../sources/module.js';
import { firstLine } from './controllers.js';
import type { Surveyor } from './surveyor.js';

/** `src/policies/is-admin.ts` is `global::is-admin`. */
export function readPolicy(surveyor: Surveyor, file: string, id: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const code = codeOf(module, module.source);
  surveyor.policies.push({ id, file, line: firstLine(module), code, asksForUser: asksForUser(module) });
}

/** `src/api/article/middlewares/populate.ts` is `api::article.populate`. */
export function readMiddleware(surveyor: Surveyor, file: string, id: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const populate = populateOf(module);
  const base = { id, file, line: firstLine(module), code: codeOf(module, module.source) };
  surveyor.middlewares.push(populate === undefined ? base : { ...base, populate });
}

/** Whether the only thing that a policy looks at is `state.user`, and its answer is whether there is one. */
function asksForUser(module: Module): boolean {
  const { exported, tsc } = module;
  if (!isFunction(module, exported) || exported.body === undefined) return false;
  const body = exported.body
    .getText(module.source)
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
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

/**
 * The value of `ctx.query.populate = …`, if that is known and is all that the middleware does besides `next()`. Other
 * statements may depend on the request.
 */
function populateOf(module: Module): unknown {
  const { tsc, source, exported } = module;
  if (exported === undefined) return undefined;
  const found: { readonly value: ts.Expression; readonly scope: Module }[] = [];
  let others = 0;
  const visit =
    (scope: Module) =>
    (node: ts.Node): void => {
      if (tsc.isBinaryExpression(node) && node.operatorToken.kind === tsc.SyntaxKind.EqualsToken) {
        if (/^\w+\.query\.populate$|^\w+\.query\[['"]populate['"]\]$/.test(node.left.getText(source))) {
          found.push({ value: node.right, scope });
        } else others++;
      }
      if (tsc.isCallExpression(node) && !/^(next|(strapi|console)(\.\w+)+)$/.test(node.expression.getText(source)))
        others++;
    };
  const blocks: ts.Block[] = [];
  walk(module, exported, (node) => void (tsc.isBlock(node) && blocks.push(node)));
  const scope = blocks.reduce((outer, block) => inside(outer, block), module);
  walk(module, exported, visit(scope));
  const [only, ...more] = found;
  if (only === undefined || more.length > 0 || others > 0) return undefined;
  return dataOf(evaluate(only.scope, only.value));
}
