import type { Settings } from '@content-gen/runtime';

import type { Attribute, ContentModel, ContentType } from '../../model/model.js';
import { actionsOf, pluginActions } from '../../permissions/actions.js';
import { type Reach, reachOf } from '../../permissions/reach.js';
import { rightsTo } from '../../permissions/rights.js';
import type { Change } from '../change.js';
import { actionAdded } from '../changes/roles/action-added.js';
import { actionRemoved } from '../changes/roles/action-removed.js';
import { fieldRightAdded } from '../changes/roles/field-right-added.js';
import { fieldRightRemoved } from '../changes/roles/field-right-removed.js';
import { roleAdded } from '../changes/roles/role-added.js';
import { roleRemoved } from '../changes/roles/role-removed.js';
import { rowRuleChanged } from '../changes/roles/row-rule-changed.js';
import { type Pair, compareLists, compareNamed, wordsWithout } from '../lists.js';
import type { ProjectState } from '../state/state.js';
import { isSameValue } from './values.js';

/** Finds the changes of what each role may do, with the rows and attributes that it reaches. */
export function compareRoles({ before, now }: Pair<ProjectState>): readonly Change[] {
  const roles = compareLists(rolesOf(before), rolesOf(now), (role) => role);
  return [
    ...roles.removed.map(roleRemoved),
    ...roles.added.flatMap((role) => [roleAdded(role), ...compareRole(role, { before, now })]),
    ...roles.kept.flatMap((role) => compareRole(role.now, { before, now })),
  ];
}

function rolesOf({ config: { settings } }: ProjectState): readonly string[] {
  return Object.keys(settings.permissions);
}

function compareRole(role: string, { before, now }: Pair<ProjectState>): readonly Change[] {
  const types = compareNamed(before.model.contentTypes, now.model.contentTypes);
  const settings = { before: before.config.settings, now: now.config.settings };
  const models = { before: before.model, now: now.model };
  const names = new Map(types.kept.map((pair) => [pair.now.name, pair.before.name]));
  const plugins = Object.keys(pluginActions).filter((name) => !names.has(name));
  const gone = new Set(types.removed.map(({ name }) => name));
  const subjects = [
    ...types.kept.map((pair) => ({ before: pair.before.name, now: pair.now.name })),
    ...[...types.added.map(({ name }) => name), ...plugins]
      .filter((name, index, all) => all.indexOf(name) === index && !gone.has(name))
      .map((name) => ({ before: name, now: name })),
  ];
  return [
    ...subjects.flatMap((name) => compareActions(role, name, { settings, models })),
    ...types.kept.flatMap((pair) => [
      ...compareRows(role, pair, settings),
      ...compareFields(role, pair, {
        before: reachesOf(before, role),
        now: reachesOf(now, role),
      }),
    ]),
  ];
}

interface Sources {
  readonly settings: Pair<Settings>;
  readonly models: Pair<ContentModel>;
}

function compareActions(role: string, name: Pair<string>, { settings, models }: Sources): readonly Change[] {
  const actions = (side: 'before' | 'now') =>
    actionsOf(name[side], models[side]).filter((action) => rightsTo(settings[side], role, name[side]).may(action));
  const [old, mine] = [actions('before'), actions('now')];
  const [removed, added] = [wordsWithout(old, mine), wordsWithout(mine, old)];
  const permission = settings.now.permissions[role];
  const isGone = permission === undefined || (permission !== '*' && !Object.hasOwn(permission, name.now));
  return [
    ...(removed.length === 0 ? [] : [actionRemoved(role, name.now, removed, isGone)]),
    ...(added.length === 0 ? [] : [actionAdded(role, name.now, added)]),
  ];
}

function compareRows(role: string, type: Pair<ContentType>, settings: Pair<Settings>): readonly Change[] {
  const rights = {
    before: rightsTo(settings.before, role, type.before.name),
    now: rightsTo(settings.now, role, type.now.name),
  };
  // A role that could do nothing, or can do nothing, has no rows: its actions say so.
  if (![rights.before, rights.now].every((each) => actionNames.some(each.may))) return [];
  const rules = { before: rulesOf(rights.before), now: rulesOf(rights.now) };
  return [...new Set([...rules.before.keys(), ...rules.now.keys()])].flatMap((key) => {
    const pair = { before: rules.before.get(key), now: rules.now.get(key) };
    return isSameValue(pair.before, pair.now) ? [] : [rowRuleChanged(role, type.now.name, key.split('.'), pair)];
  });
}

const actionNames = ['find', 'findOne', 'create', 'update', 'delete', 'findDraft', 'publish', 'bulk', 'me', 'destroy'];

type Rights = ReturnType<typeof rightsTo>;

function rulesOf({ where, whereTo = {} }: Rights): ReadonlyMap<string, unknown> {
  const limits = Object.entries(whereTo).map(([action, rule]) => [`whereTo.${action}`, rule] as const);
  return new Map([...(where === undefined ? [] : [['where', where] as const]), ...limits]);
}

interface Reaches {
  readonly role: Reach;
  /** What a caller with all rights reaches. */
  readonly everybody: Reach;
}

function reachesOf({ config: { settings }, model }: ProjectState, role: string): Reaches {
  return { role: reachOf(settings, model, role), everybody: reachOf(settings, model) };
}

/** A right that every role gains or loses follows from the attribute, and is a change of the attribute. */
function compareFields(role: string, type: Pair<ContentType>, reaches: Pair<Reaches>): readonly Change[] {
  const { kept } = compareNamed(type.before.attributes, type.now.attributes);
  return kept.flatMap((attribute) => {
    const rights = (who: keyof Reaches) => ({
      before: rightsIn(reaches.before[who], type.before.name, attribute.before),
      now: rightsIn(reaches.now[who], type.now.name, attribute.now),
    });
    const [mine, all] = [rights('role'), rights('everybody')];
    const removed = wordsWithout(wordsWithout(mine.before, mine.now), wordsWithout(all.before, all.now));
    const added = wordsWithout(wordsWithout(mine.now, mine.before), wordsWithout(all.now, all.before));
    return [
      ...(removed.length === 0 ? [] : [fieldRightRemoved(role, type.now, attribute.now, removed)]),
      ...(added.length === 0 ? [] : [fieldRightAdded(role, type.now, attribute.now, added)]),
    ];
  });
}

function rightsIn(reach: Reach, type: string, attribute: Attribute): readonly string[] {
  return [
    ...(reach.reads(type, attribute) ? ['read'] : []),
    ...(reach.filters(type, attribute) ? ['filter'] : []),
    ...(reach.writes(type, attribute) ? ['write'] : []),
  ];
}
