import type { ts } from 'ts-morph';
import { coreActions } from 'content-gen/tools';

import { type Literal, entriesOf, textOf, textsOf, valueAt } from '../sources/literal.js';
import { evaluate } from '../sources/evaluate.js';
import { importedFile } from '../sources/local-imports.js';
import { type Module, behind, finalValue, lineAt, membersOf } from '../sources/module.js';
import { firstValueOf, memberPath } from '../sources/names.js';
import { codeWithUses } from '../sources/used-code.js';
import { everyAction, hasHiddenRules, intercept } from './interceptors.js';
import { routeList } from './route-list.js';
import { changedRules, rulesOf } from './route-rules.js';
import type { Surveyor } from './surveyor.js';

/** `src/api/article/routes/article.ts` */
export function readRoutes(surveyor: Surveyor, file: string, api: string): void {
  const module = surveyor.module(file);
  if (module === undefined || readRouter(surveyor, module, finalValue(module, module.exported), api)) return;
  const isEmpty = module.source.statements.length === 0;
  const name = `routes of ${api}`;
  if (isEmpty) surveyor.findings.push({ outcome: 'unused', kind: 'route', file, line: 1, name });
  else closeApi(surveyor, module, module.source, api, name);
}

/** Routes that only a run would show may have policies, so the routes of the types of this API are closed. */
function closeApi(surveyor: Surveyor, module: Module, node: ts.Node, api: string, name: string): void {
  const note = 'content-gen does not recognise its form; write its routes as Hono routes';
  const reach = everyAction((uid) => uid.startsWith(`api::${api}.`));
  intercept(surveyor, module, node, { kind: 'route', name, note, reach });
}

/** Whether a value is a core router, a list of routes, or a call that puts such values together. */
function readRouter(surveyor: Surveyor, module: Module, value: ts.Node | undefined, api: string): boolean {
  const { tsc, file } = module;
  const written = membersOf(module, value).find(({ name }) => name === 'routes')?.node ?? value;
  const list = written && routeList(module, finalValue(module, written) ?? written);
  if (list === undefined && value !== undefined && tsc.isCallExpression(value)) {
    if (isCoreRouter(module, value)) {
      readCoreRouter(surveyor, module, value, api);
      return true;
    }
    // Many projects have a function of their own that joins a core router and a list of routes.
    const parts = value.arguments.map((part) => readRouter(surveyor, module, behind(module, part), api));
    const isKnown = parts.includes(true);
    if (isKnown && !onlyJoins(surveyor, module, value)) closeApi(surveyor, module, value, api, `routes of ${api}`);
    return isKnown;
  }
  if (list === undefined) return false;
  for (const element of list.elements) readElement(surveyor, module, element, api, list.isChanged);
  if (list.elements.length === 0) {
    surveyor.findings.push({ outcome: 'unused', kind: 'route', file, line: 1, name: 'no routes' });
  }
  return true;
}

/** A route, or `...router.routes`. The routes of a router that only a run would show may guard those of a type. */
function readElement(surveyor: Surveyor, module: Module, element: ts.Node, api: string, isChanged: boolean): void {
  const { tsc } = module;
  if (!tsc.isSpreadElement(element)) return readRoute(surveyor, module, behind(module, element), api, isChanged);
  const routes = behind(module, element.expression);
  const router =
    tsc.isPropertyAccessExpression(routes) && routes.name.text === 'routes' ? routes.expression : undefined;
  const isKnown = router !== undefined && readRouter(surveyor, module, behind(module, router), api);
  if (!isKnown || isChanged) closeApi(surveyor, module, element, api, `routes of ${api}`);
}

/** Whether a function of the project says nothing about policies, middlewares and auth. */
function onlyJoins({ project }: Surveyor, module: Module, { expression }: ts.CallExpression): boolean {
  const { source, file, tsc } = module;
  const name = expression.getText(source);
  const own = tsc.isIdentifier(expression) ? firstValueOf(tsc, expression) : undefined;
  const isSilent = (text: string) => !/polic|middleware|auth/i.test(text);
  if (own !== undefined && !/^require\b/.test(own.getText(source))) return isSilent(own.getText(source));
  const imports = [...source.text.matchAll(/^.*\b(?:import|require)\b.*$/gm)].map(([line]) => line);
  const line = imports.find((each) => new RegExp(`\\b${name}\\b`).test(each));
  const [, path] = /['"](\.[^'"]*)['"]/.exec(line ?? '') ?? [];
  if (path === undefined) return false;
  const imported = importedFile(project, file, path);
  return imported !== undefined && isSilent(project.read(imported) ?? '');
}

function isCoreRouter({ tsc }: Module, call: ts.CallExpression): boolean {
  return /(^|\.)createCoreRouter$/.test(memberPath(tsc, call.expression));
}

function readCoreRouter(surveyor: Surveyor, module: Module, call: ts.CallExpression, api: string): void {
  const { file } = module;
  const [uidNode, optionsNode] = call.arguments;
  const written = uidNode && textOf(evaluate(module, uidNode));
  const uid = written ?? `api::${api}.${api}`;
  const options = optionsNode && evaluate(module, optionsNode);
  const line = lineAt(module, call);
  // A uid that only a run would show may be that of any type of the API.
  const possible = surveyor.types.filter((type) => type.api === api).map((type) => type.uid);
  surveyor.routers.push(...(written === undefined ? possible : [uid]));
  surveyor.findings.push({ outcome: 'works', kind: 'route', file, line, name: `core routes of ${uid}` });
  if (options !== undefined) {
    reportIgnored(surveyor, file, uid, options);
    const note = 'its settings are computed; write the guards of its routes';
    const reach = everyAction((each) => (written === undefined ? possible.includes(each) : each === uid));
    if (written === undefined || hasHiddenRules(options))
      intercept(surveyor, module, call, { kind: 'route', name: `router of ${uid}`, note, reach });
  }

  const [only, except] = [textsOf(valueAt(options, 'only')), textsOf(valueAt(options, 'except'))];
  const closed = coreActions.filter((action) => (only ? !only.includes(action) : except?.includes(action)));
  if (closed.length > 0) surveyor.closed.push({ file, line, uid, actions: closed });
  const prefix = textOf(valueAt(options, 'prefix'));
  if (prefix) {
    const note = `Strapi served these routes under ${prefix}; mount the generated routes of the type at that path in src/app.ts`;
    surveyor.findings.push({ outcome: 'hand', kind: 'route', file, line, name: `prefix ${prefix}`, note });
  }
  for (const [action, settings] of entriesOf(valueAt(options, 'config'))) {
    const rules = rulesOf(settings, api, settings, `${uid}.${action}`);
    surveyor.core.push({ ...rules, api, uid, action, file, line: settings.line, code: shown(settings) });
  }
}

const CORE_OPTIONS = ['prefix', 'only', 'except', 'config', 'type'];

/** Options of a core router that Strapi does not read, such as routes, and options that only a run would show. */
function reportIgnored({ findings }: Surveyor, file: string, uid: string, options: Literal): void {
  if (options.kind !== 'object') {
    const note = 'Strapi takes an object here. It ignores a function; write the settings of another value by hand';
    const name = `options of the core routes of ${uid}`;
    findings.push({ outcome: 'hand', kind: 'route', file, line: options.line, name, note });
  }
  for (const [key, { line }] of entriesOf(options)) {
    if (CORE_OPTIONS.includes(key)) continue;
    const note = 'Strapi ignores this option of a core router';
    findings.push({ outcome: 'unused', kind: 'route', file, line, name: `${key} of the core routes of ${uid}`, note });
  }
}

function readRoute(surveyor: Surveyor, module: Module, node: ts.Node, api: string, isChanged: boolean): void {
  const { file } = module;
  const line = lineAt(module, node);
  const route = evaluate(module, node);
  const [method, path] = [textOf(valueAt(route, 'method')), textOf(valueAt(route, 'path'))];
  if (method === undefined || path === undefined) {
    closeApi(surveyor, module, node, api, `a computed route of ${api}`);
    return;
  }
  const handler = textOf(valueAt(route, 'handler'));
  const own = handler === undefined ? '' : fullHandler(handler, api);
  const written = rulesOf(valueAt(route, 'config'), api, route, own);
  const rules = isChanged ? changedRules(written, line) : written;
  const base = { ...rules, api, method: method.toUpperCase(), path, file, line, code: codeWithUses(module, node) };
  surveyor.routes.push(own === '' ? base : { ...base, handler: own });
}

/** `article.find` in the folder of an api is `api::article.article.find`. */
function fullHandler(handler: string, api: string): string {
  return handler.includes('::') ? handler : `api::${api}.${handler}`;
}

function shown(literal: Literal): string {
  if (literal.kind === 'plain') return JSON.stringify(literal.value) ?? 'undefined';
  if (literal.kind === 'unknown') return literal.text;
  if (literal.kind === 'list') return `[${literal.items.map(shown).join(', ')}]`;
  return `{ ${[...literal.entries].map(([key, value]) => `${key}: ${shown(value)}`).join(', ')} }`;
}
