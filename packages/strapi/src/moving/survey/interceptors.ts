import type { ts } from 'ts-morph';
import { coreActions } from 'content-gen/tools';

import { type Literal, entriesOf, textOf, textsOf, valueAt } from '../sources/literal.js';
import { evaluate } from '../sources/evaluate.js';
import { type Module, lineAt, walk } from '../sources/module.js';
import { changedObject, memberPath } from '../sources/names.js';
import { codeWithUses } from '../sources/used-code.js';
import { comparedByHandlers, comparedUids } from './compared-uids.js';
import type { CoreAction, InterceptorPiece, Reach } from './pieces.js';
import type { Surveyor } from './surveyor.js';

/** Every action of some types. */
export function everyAction(covers: (uid: string) => boolean): Reach {
  return { of: 'types', covers, actions: coreActions };
}

/** Some actions of one type, by its uid. */
export function actionsOf(uid: string, actions: readonly CoreAction[]): Reach {
  return { of: 'types', covers: (each) => each === uid, actions };
}

/** Closes the routes that some code changes until its stub is edited. */
export function intercept(
  surveyor: Surveyor,
  module: Module,
  node: ts.Node,
  piece: Pick<InterceptorPiece, 'kind' | 'name' | 'note' | 'reach'>,
): void {
  const line = node === module.source ? 1 : lineAt(module, node);
  surveyor.interceptors.push({ ...piece, file: module.file, line, code: codeWithUses(module, node) });
}

/** `strapi.documents.use(…)`: the types that the code compares `context.uid` with, or every request. */
export function reachOfDocuments(module: Module, call: ts.CallExpression): Reach {
  const uids = comparedUids(module, call);
  return uids === undefined ? { of: 'server' } : everyAction((uid) => uids.includes(uid));
}

/**
 * `strapi.db.lifecycles.subscribe({ models: […], … })`: these types, the types that the handlers compare with, or every
 * request.
 */
export function reachOfSubscriber(module: Module, call: ts.CallExpression): Reach {
  const [argument] = call.arguments;
  const models = argument && valueAt(evaluate(module, argument), 'models');
  const uids = models?.kind === 'list' ? models.items.map(textOf) : undefined;
  const plugins = new Set(uids?.map((uid) => /^plugin::([^.]+)\./.exec(uid ?? '')?.[1]));
  const [plugin] = plugins;
  // Users, roles and files have the routes of their plugins.
  if (plugins.size === 1 && plugin !== undefined && plugin in PLUGIN_PATHS) return pluginReach(plugin);
  const compared = models === undefined ? comparedByHandlers(module, call) : undefined;
  if (compared !== undefined) return everyAction((uid) => compared.includes(uid));
  const areTypes = uids !== undefined && uids.length > 0 && uids.every((uid) => uid?.startsWith('api::'));
  return areTypes ? everyAction((uid) => uids.includes(uid)) : { of: 'server' };
}

/** `strapi.service('api::order.order').extend(…)`, `strapi.plugin('upload')…`: what the call names, or every request. */
export function reachOfExtension(callee: string): Reach {
  const [, part, quoted, plain] =
    /strapi\.(plugin|service|controller)s?(?:[.([]+['"`]([^'"`]+)['"`]|\.([\w-]+))/.exec(callee) ?? [];
  const name = quoted ?? plain ?? '';
  if (part === 'plugin') return pluginReach(name);
  return name.startsWith('api::') ? everyAction((uid) => uid === name) : { of: 'server' };
}

const PLUGIN_PATHS: Readonly<Record<string, readonly string[]>> = {
  'users-permissions': ['/auth/*', '/connect/*', '/users/*', '/users-permissions/*'],
  upload: ['/upload/*'],
  i18n: ['/i18n/*'],
  email: ['/email/*'],
};

/** The routes of a plugin that the API has. A plugin without such routes reaches none of them. */
function pluginReach(plugin: string): Reach {
  return { of: 'paths', paths: PLUGIN_PATHS[plugin] ?? [] };
}

/** The paths of the controllers of users-permissions, and of the actions of these controllers. */
const ACTION_PATHS: Readonly<Record<string, readonly string[]>> = {
  auth: ['/auth/*', '/connect/*'],
  user: ['/users/*'],
  role: ['/users-permissions/*'],
  'user.me': ['/users/me'],
  'user.find': ['/users/*'],
  'user.findOne': ['/users/*'],
  'user.create': ['/users/*'],
  'user.update': ['/users/*'],
  'user.destroy': ['/users/*'],
  'auth.callback': ['/auth/local'],
  'auth.register': ['/auth/local/register'],
  'auth.changePassword': ['/auth/change-password'],
  'auth.resetPassword': ['/auth/reset-password'],
  'auth.forgotPassword': ['/auth/forgot-password'],
  'auth.sendEmailConfirmation': ['/auth/send-email-confirmation'],
  'auth.emailConfirmation': ['/auth/email-confirmation'],
};

/**
 * `strapi-server.ts`: the routes of the replaced handlers if the code changes nothing else, or all routes of the
 * plugin.
 */
export function reachOfServer(module: Module, plugin: string): Reach {
  const text = module.source
    .getFullText()
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\breturn plugin\b|\(\s*plugin\s*(:\s*\w+\s*)?\)\s*(=>|\{)|\bplugin\s*=>/g, '');
  const all = [...text.matchAll(/\bplugin\b\s*([.[]?[^\s=;,()]*)/g)].map(([, use = '']) => use);
  // Attributes of the user become a definition.
  const uses = all.filter((use) => !/^\.contentTypes\.user\.(schema|attributes)\b/.test(use));
  const paths = uses.map((use) => ACTION_PATHS[/^\.controllers\.(\w+(?:\.\w+)?)$/.exec(use)?.[1] ?? '']);
  const known = paths.filter((each) => each !== undefined);
  const isKnown = plugin === 'users-permissions' && all.length > 0 && known.length === uses.length;
  return isKnown ? { of: 'paths', paths: [...new Set(known.flat())] } : pluginReach(plugin);
}

/** `strapi.service('…').create = …`: code that puts itself in the place of a part of Strapi. */
export function readAssignments(surveyor: Surveyor, module: Module): void {
  walk(module, module.source, (node) => {
    const target = assignedPath(module, node);
    if (target === undefined || !REPLACED.test(target.replaceAll(ACCESSOR, '.x'))) return;
    const note = 'write the change as a hook, a middleware or a route of your own';
    intercept(surveyor, module, node, { kind: 'extension', name: target, note, reach: reachOfExtension(target) });
  });
}

/** The path that code gives a value: `own.create = …`, `Object.assign(own, …)`. */
function assignedPath({ tsc }: Module, node: ts.Node): string | undefined {
  if (tsc.isBinaryExpression(node) && node.operatorToken.kind === tsc.SyntaxKind.EqualsToken) {
    // A variable that begins with a part of Strapi may get another value.
    return tsc.isIdentifier(node.left) ? undefined : memberPath(tsc, node.left);
  }
  const target = tsc.isCallExpression(node) ? changedObject(node) : undefined;
  // Which member the call changes does not matter.
  return target && `${memberPath(tsc, target)}.x`;
}

/** Calls that return a part of Strapi. The result of any other call is data. */
const ACCESSOR =
  /(?<=\b(services?|controllers?|plugins?|policy|middleware|documents|query|contentTypes?|getModel|entityService))\([^()]*\)/g;

const REPLACED =
  /^strapi\.(services?|controllers?|plugins?|policy|policies|middlewares?|server|documents|db|entityService|contentTypes?|contentAPI)\b[^()]*[.\]][^()]*$/;

/** Whether the settings of a core router are known: only a run shows those that a function makes or a spread adds. */
export function hasHiddenRules(options: Literal): boolean {
  // Strapi ignores a function in the place of the settings.
  if (options.kind === 'unknown' && /^(async\s*)?(function\b|\([^()]*\)\s*=>|\w+\s*=>)/.test(options.text))
    return false;
  const isHidden = (literal: Literal | undefined) =>
    literal !== undefined && (literal.kind !== 'object' || entriesOf(literal).some(([key]) => key.startsWith('...')));
  const lists = [valueAt(options, 'only'), valueAt(options, 'except')];
  const isList = (names: Literal | undefined) => names === undefined || textsOf(names) !== undefined;
  return isHidden(options) || isHidden(valueAt(options, 'config')) || !lists.every(isList);
}
