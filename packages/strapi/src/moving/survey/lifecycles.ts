import type { ts } from 'ts-morph';

import { evaluate } from '../sources/evaluate.js';
import { textOf } from '../sources/literal.js';
import { type Module, codeOf, isComputed, isFunction, lineAt, membersOf, namedParts, walk } from '../sources/module.js';
import { memberPath } from '../sources/names.js';
import { codeWithUses } from '../sources/used-code.js';
import { isEmptyFunction, reportComputed } from './controllers.js';
import { readCustomFields } from './custom-fields.js';
import {
  actionsOf,
  everyAction,
  intercept,
  reachOfDocuments,
  reachOfExtension,
  reachOfSubscriber,
} from './interceptors.js';
import type { CronPiece, Reach } from './pieces.js';
import type { Surveyor } from './surveyor.js';
import { isTransparent } from './transparent.js';

/** `src/api/article/content-types/article/lifecycles.ts` */
export function readLifecycles(surveyor: Surveyor, file: string, uid: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  reportComputed(surveyor, module, namedParts(module), 'lifecycle');
  const hooks = namedParts(module).filter(({ name }) => /^(before|after)[A-Z]/.test(name));
  const isHidden =
    namedParts(module).some(isComputed) || (module.exported !== undefined && namedParts(module).length === 0);
  if (isHidden && !isEmptyObject(module)) {
    const note = 'content-gen does not recognise its form; write its lifecycles as hooks (src/hooks.ts)';
    const reach = everyAction((each) => each === uid);
    intercept(surveyor, module, module.source, { kind: 'lifecycle', name: `lifecycles of ${uid}`, note, reach });
  }
  if (hooks.length === 0) {
    const isEmpty = module.source.statements.length === 0 || namedParts(module).length === 0;
    surveyor.findings.push({
      outcome: isEmpty ? 'unused' : 'hand',
      kind: 'lifecycle',
      file,
      line: 1,
      name: `lifecycles of ${uid}`,
    });
  }
  for (const { name: hook, node, line } of hooks) {
    const passes = isFunction(module, node) && isTransparent(module, node, false);
    if (/Find|Count/.test(hook) && !passes) {
      const note = 'there are no hooks of reads; write middleware, or a permission with a filter';
      const reach = actionsOf(uid, ['find', 'findOne']);
      intercept(surveyor, module, node, { kind: 'lifecycle', name: `${uid} ${hook}`, note, reach });
    } else surveyor.lifecycles.push({ uid, hook, file, line, code: codeWithUses(module, node), isTransparent: passes });
  }
}

/** `module.exports = {}` */
function isEmptyObject({ tsc, exported }: Module): boolean {
  return exported !== undefined && tsc.isObjectLiteralExpression(exported) && exported.properties.length === 0;
}

/** `src/index.ts` */
export function readStart(surveyor: Surveyor, file: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const parts = namedParts(module).filter(({ name }) => ['register', 'bootstrap', 'destroy'].includes(name));
  const filled = parts.filter((part) => !isEmptyFunction(module, part));
  const computed = namedParts(module).filter(isComputed);
  const isForeign = parts.length === 0 && module.exported !== undefined && namedParts(module).length === 0;
  for (const { name, line } of isForeign ? [{ name: 'src/index', line: 1 }] : computed) {
    const note = 'content-gen does not recognise its form; put code that this project still needs into src/server.ts';
    surveyor.findings.push({ outcome: 'hand', kind: 'start', file, line, name, note });
  }
  if (filled.length === 0 && computed.length === 0 && !isForeign)
    surveyor.findings.push({ outcome: 'unused', kind: 'start', file, line: 1, name: 'src/index without code' });
  for (const { name, line } of filled) {
    const note = 'runs when Strapi starts; put code that this project still needs into src/server.ts';
    surveyor.findings.push({ outcome: 'hand', kind: 'start', file, line, name, note });
  }
}

interface Call {
  readonly pattern: RegExp;
  readonly kind: 'documents' | 'lifecycle' | 'cron' | 'middleware' | 'route' | 'customField' | 'extension' | 'start';
  readonly note: string;
  /** The routes whose answers the call changes; undefined if it changes no answer. */
  readonly reach?: (module: Module, call: ts.CallExpression, callee: string) => Reach;
}

const everything = (): Reach => ({ of: 'server' });

/** The calls with which code hooks itself into Strapi, wherever the project has such a call. */
const CALLS: readonly Call[] = [
  {
    pattern: /\.documents\??\.use$/,
    kind: 'documents',
    note: 'write it as a hook (src/hooks.ts) if it concerns writes, as api.populate in the config if it adds populate, or as Hono middleware',
    reach: reachOfDocuments,
  },
  {
    pattern: /\.db\??\.lifecycles\.subscribe$/,
    kind: 'lifecycle',
    note: 'write it as hooks of each type (src/hooks.ts)',
    reach: reachOfSubscriber,
  },
  { pattern: /\bstrapi\.cron\.add$/, kind: 'cron', note: 'start it with a scheduler of your own' },
  {
    pattern: /\bstrapi\.server\.(use|app\.use)$/,
    kind: 'middleware',
    note: 'register it as Hono middleware in src/app.ts',
    reach: everything,
  },
  {
    pattern: /\bstrapi\.server\.(routes|router\.\w+)$/,
    kind: 'route',
    note: 'write it as a Hono route in src/app.ts',
  },
  {
    pattern: /\bstrapi\.customFields\.register$/,
    kind: 'customField',
    note: 'give its type in customFields of the config',
  },
  {
    pattern: /\bstrapi\.eventHub\.(on|once|subscribe)$/,
    kind: 'lifecycle',
    note: 'write it as hooks, or as middleware that runs after the response',
  },
  {
    pattern:
      /\bstrapi\.(sanitizers|validators|contentAPI|policies|middlewares|services|controllers)\b.*\.(add|set|use|extend|wrap)$/,
    kind: 'extension',
    note: 'write what it changes as permissions, hooks or Hono middleware',
    reach: everything,
  },
  {
    pattern: /\bstrapi\.(auth|hooks?)\b.*\.register$/,
    kind: 'extension',
    note: 'write what it adds as a handler or middleware of your own',
  },
  {
    pattern: /\bstrapi\.((plugin|service|controller)\([^)]*\)[\w.()'"]*\.(extend|use)|plugins?\b.*\broutes\b.*\.\w+)$/,
    kind: 'extension',
    note: 'plugins do not run here; write the change as a route or middleware of your own',
    reach: (_module, _call, callee) => reachOfExtension(callee),
  },
];

export function readCalls(surveyor: Surveyor, module: Module): void {
  const { tsc, source, file } = module;
  walk(module, source, (node) => {
    if (!tsc.isCallExpression(node)) return;
    const callee = memberPath(tsc, node.expression);
    const call = CALLS.find(({ pattern }) => pattern.test(callee));
    if (call === undefined || (call.kind === 'customField' && readCustomFields(surveyor, module, node))) return;
    const { kind, note, reach } = call;
    if (reach !== undefined) {
      intercept(surveyor, module, node, { kind, name: callee, note, reach: reach(module, node, callee) });
      return;
    }
    surveyor.findings.push({
      outcome: 'hand',
      kind: call.kind,
      file,
      line: lineAt(module, node),
      name: callee,
      note: call.note,
    });
  });
}

/** `options: { rule: '0 0 * * *' }`, or `options: '0 0 * * *'` */
function ruleOf({ project }: Surveyor, module: Module, task: ts.Node): Pick<CronPiece, 'rule' | 'ruleCode'> {
  const options = membersOf(module, task).find(({ name }) => name === 'options')?.node;
  const isObject = options !== undefined && module.tsc.isObjectLiteralExpression(options);
  const written = isObject ? membersOf(module, options).find(({ name }) => name === 'rule')?.node : options;
  if (written === undefined) return {};
  const rule = textOf(evaluate(module, written, project.environment));
  return rule === undefined ? { ruleCode: codeOf(module, written) } : { rule };
}

/** `config/cron-tasks.ts`, or the tasks in `config/server.ts`. */
export function readCronTasks(surveyor: Surveyor, module: Module, parts = namedParts(module)): void {
  const { file } = module;
  for (const { name, node, line } of parts) {
    const base = { name, file, line, code: codeWithUses(module, node) };
    // `'0 0 * * *': () => …`
    const rule = isFunction(module, node) ? { rule: name } : ruleOf(surveyor, module, node);
    surveyor.cron.push({ ...base, ...rule });
  }
}
