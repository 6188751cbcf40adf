import type { Settings } from '@content-gen/runtime';

import { isHidden } from '../attributes/index.js';
import type { ConfigReport } from '../config/shape.js';
import type { Path } from '../config/source-position.js';
import { suggest } from '../diagnostics/suggestion.js';
import type { Attribute, ContentModel } from '../model/model.js';
import { userUid } from '../model/names/names.js';

/** The fields of every registration. */
const own = ['username', 'email', 'password'];

/** Fields that decide about a user's rights, so users must not set them. */
const decided = ['role', 'confirmed', 'blocked', 'provider'];

/** A permission or a token for the routes of users, which needs a project with users. `types`: its content types. */
export function usersPermission({ permissions, tokens }: Settings, types: readonly string[]): Path | undefined {
  const names = ['auth', 'user', 'role'].filter((name) => !types.includes(name));
  for (const [role, types] of Object.entries(permissions)) {
    const name = types === '*' ? undefined : names.find((each) => Object.hasOwn(types, each));
    if (name !== undefined) return ['permissions', role, name];
  }
  for (const token of tokens) {
    const action = token.actions?.find((each) => names.includes(each.split('.')[0] ?? ''));
    if (action !== undefined) return ['tokens', { item: token.name }, { item: action }];
  }
  return undefined;
}

export interface Registration {
  /** The role that the new user gets. */
  readonly role: string;
  /** The attributes of the user that a registration sets. */
  readonly attributes: readonly Attribute[];
}

/** What users write when they register. Undefined if registration is closed. */
export function registrationOf(model: ContentModel, { permissions, users }: Settings): Registration | undefined {
  const open = Object.values(permissions).some((types) => types === '*' || opens(types));
  const type = userIn(model);
  if (!open || type === undefined) return undefined;
  const names = [...own, ...(users?.registration?.fields ?? [])];
  const attributes = names.flatMap((name) => type.attributes.filter((attribute) => attribute.name === name));
  return { role: users?.defaultRole ?? 'authenticated', attributes };
}

function opens(types: Exclude<Settings['permissions'][string], '*'>): boolean {
  const granted = Object.hasOwn(types, 'auth') ? types['auth'] : undefined;
  if (granted === undefined || granted === '*') return granted === '*';
  const actions = 'actions' in granted ? granted.actions : granted;
  return actions === '*' || actions.includes('register');
}

export function checkRegistration({ users }: Settings, model: ContentModel, report: ConfigReport): void {
  for (const item of users?.registration?.fields ?? []) {
    const path = ['users', 'registration', 'fields', { item }];
    const problem = registrationProblem(model, item);
    if (problem === undefined) continue;
    const names = userIn(model)?.attributes.map(({ name }) => name) ?? [];
    if (names.includes(item)) report('CG112', path, problem);
    else report('CG110', path, problem, suggest(item, names));
  }
}

/** Why `registration.fields` cannot list a field. */
export function registrationProblem(model: ContentModel, field: string): string | undefined {
  const attribute = userIn(model)?.attributes.find(({ name }) => name === field);
  if (attribute === undefined) return `user has no attribute "${field}"`;
  const reason = isAlwaysRegistered(field)
    ? 'every registration has it anyway'
    : decided.includes(field)
      ? 'it decides about the rights of the user'
      : hiddenReason(model, attribute);
  return reason && `a registration cannot set the attribute ${field} of the user, because ${reason}`;
}

/** Anyone can register, and a client must not set what only the project knows. */
function hiddenReason({ components }: ContentModel, attribute: Attribute): string | undefined {
  if (attribute.private) return 'it is private';
  if (isHidden(attribute)) return 'responses never show it';
  const seen = new Set<string>();
  const search = (names: readonly string[]): string | undefined => {
    for (const name of names.filter((each) => !seen.has(each))) {
      seen.add(name);
      const attributes = components.find((component) => component.name === name)?.attributes ?? [];
      const hidden = attributes.find((inner) => inner.private);
      if (hidden !== undefined) return `${hidden.name} of the component ${name} is private`;
      const deeper = search(attributes.flatMap(componentsOf));
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  };
  return search(componentsOf(attribute));
}

function componentsOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.component];
  return attribute.kind === 'dynamicZone' ? attribute.components : [];
}

export function isAlwaysRegistered(field: string): boolean {
  return own.includes(field);
}

function userIn({ contentTypes }: ContentModel): ContentModel['contentTypes'][number] | undefined {
  return contentTypes.find(({ uid }) => uid === userUid);
}
