import { coreActions } from 'content-gen/tools';

import type { Finding } from '../finding.js';
import {
  type Member,
  type Module,
  finalValue,
  isComputed,
  isFunction,
  lineAt,
  mayBeCode,
  membersOf,
  namedParts,
} from '../sources/module.js';
import { usesStrapi } from '../sources/local-imports.js';
import { memberPath } from '../sources/names.js';
import { codeWithUses } from '../sources/used-code.js';
import { actionsOf, everyAction, intercept } from './interceptors.js';
import type { CoreAction } from './pieces.js';
import { populateOf } from './populate.js';
import type { Surveyor } from './surveyor.js';

/**
 * `factories.createCoreController('api::article.article', …)`: the extended controller, and the members of the
 * extension.
 */
interface Factory {
  readonly members: readonly Member[];
  /** The file has code that is neither a factory nor an object. */
  readonly isUnknown: boolean;
}

/** `src/api/article/controllers/article.ts` */
export function readController(surveyor: Surveyor, file: string, api: string, name: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const { members, isUnknown } = factoryOf(module);
  if (isUnknown) {
    const note = 'content-gen does not recognise its form; write its actions as routes of your own';
    interceptType(surveyor, module, 'controller', `api::${api}.${name}`, note);
    return;
  }
  const methods = members.filter((member) => !isComputed(member) && mayBeCode(module, member.node));
  reportComputed(surveyor, module, members, 'controller');
  // Every action of Strapi goes through these methods.
  const shared = members.find(({ name: member }) => SHARED.includes(member));
  if (members.some(isComputed) || shared !== undefined) {
    const note = `port ${shared?.name ?? 'its members'} as routes of your own`;
    interceptType(surveyor, module, 'controller', `api::${api}.${name}`, note);
  }
  if (methods.length === 0 && !members.some(isComputed))
    surveyor.findings.push({ outcome: 'works', kind: 'controller', file, line: 1, name });
  for (const { name: action, node, line } of methods.filter(({ name: member }) => !SHARED.includes(member))) {
    const populate = populateOf(module, node);
    const code = codeWithUses(module, node, members);
    const method = { api, controller: `api::${api}.${name}`, action, file, line, code };
    surveyor.methods.push(populate === undefined ? method : { ...method, populate });
  }
}

/** Methods of a core controller that its actions call. */
const SHARED = [
  'sanitizeOutput',
  'sanitizeInput',
  'sanitizeQuery',
  'validateQuery',
  'validateInput',
  'transformResponse',
];

function interceptType(
  surveyor: Surveyor,
  module: Module,
  kind: 'controller' | 'service',
  uid: string,
  note: string,
): void {
  intercept(surveyor, module, module.source, {
    kind,
    name: `${kind} ${uid}`,
    note,
    reach: everyAction((each) => each === uid),
  });
}

/** `src/api/article/services/article.ts` */
export function readService(surveyor: Surveyor, file: string, api: string, name: string): void {
  const module = surveyor.module(file);
  if (module === undefined) return;
  const { members, isUnknown } = factoryOf(module);
  const own = members.filter((member) => !isComputed(member) && mayBeCode(module, member.node));
  const base = { kind: 'service', file } as const;
  reportComputed(surveyor, module, members, 'service');
  const uid = `api::${api}.${name}`;
  const isHidden = isUnknown && own.length === 0;
  if (isHidden || members.some(isComputed))
    interceptType(surveyor, module, 'service', uid, 'write it as hooks, or as a handler of your own');
  if (own.length === 0 && members.some(isComputed)) return;
  if (own.length === 0 && !isUnknown) {
    surveyor.findings.push({ ...base, outcome: 'works', line: 1, name });
    return;
  }
  const actionsBy = serviceActions(surveyor, uid);
  const isFree = own.length > 0 && own.every((member) => actionsBy[member.name] === undefined);
  if (isFree && !members.some(isComputed) && !usesStrapi(surveyor.project, file)) {
    surveyor.findings.push({ ...base, outcome: 'works', line: 1, name, note: 'your ported code can import it' });
    return;
  }
  const finding = ({ name: method, line }: { name: string; line: number }): Finding => ({
    ...base,
    outcome: 'hand',
    line,
    name: `${name}.${method}`,
  });
  if (own.length === 0) surveyor.findings.push(finding({ name: 'module', line: 1 }));
  for (const { name: method, node, line } of own) {
    const actions = actionsBy[method];
    if (actions === undefined) surveyor.findings.push(finding({ name: method, line }));
    else {
      const note = 'the generated API does not call it; use hooks, or a handler of your own';
      const reach = actionsOf(uid, actions);
      intercept(surveyor, module, node, { kind: 'service', name: `service ${name}.${method}`, note, reach });
    }
  }
}

/** Members that only a run of the project would show. */
export function reportComputed(
  { findings }: Surveyor,
  { file }: Module,
  members: readonly Member[],
  kind: 'controller' | 'service' | 'lifecycle',
): void {
  for (const { name, line } of members.filter(isComputed)) {
    const note = 'its members are computed, and not in this report';
    findings.push({ outcome: 'hand', effect: 'closed', kind, file, line, name, note });
  }
}

/** The actions that call a method of the core service of a type. */
function serviceActions({ types }: Surveyor, uid: string): Readonly<Record<string, readonly CoreAction[] | undefined>> {
  const type = types.find((each) => each.uid === uid);
  if (type?.isSingle === true)
    return { find: ['find'], createOrUpdate: ['update'], delete: ['delete'], getFetchParams: coreActions };
  return {
    find: ['find', 'findOne'],
    findOne: ['findOne'],
    create: ['create'],
    update: ['update'],
    delete: ['delete'],
    getFetchParams: coreActions,
  };
}

function factoryOf(module: Module): Factory {
  const { tsc, source, exported } = module;
  const value = finalValue(module, exported);
  if (value !== undefined && tsc.isCallExpression(value)) {
    if (!/(^|\.)createCore(Controller|Service)$/.test(memberPath(tsc, value.expression)))
      return { members: [], isUnknown: true };
    const [, extension] = value.arguments;
    const object = extension && finalValue(module, extension);
    const members = membersOf(module, object);
    return {
      members,
      isUnknown: extension !== undefined && (object === undefined || !tsc.isObjectLiteralExpression(object)),
    };
  }
  const members = namedParts(module);
  const isEmpty = source.statements.length === 0;
  const isObject = value !== undefined && tsc.isObjectLiteralExpression(value);
  return { members, isUnknown: members.length === 0 && !isEmpty && !isObject };
}

/** Whether a function does nothing: `bootstrap() {}` */
export function isEmptyFunction(module: Module, member: Member): boolean {
  const { node } = member;
  return (
    isFunction(module, node) &&
    node.body !== undefined &&
    module.tsc.isBlock(node.body) &&
    node.body.statements.length === 0
  );
}

/** The line of the first statement, for files that are reported as a whole. */
export function firstLine(module: Module): number {
  const [first] = module.source.statements;
  return first === undefined ? 1 : lineAt(module, first);
}
