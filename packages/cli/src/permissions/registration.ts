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

/** A permission or a token for the routes of users, which needs a project with users. */
export function usersPermission({ permissions, tokens }: Settings): Path | undefined {
  const names = ['auth', 'user', 'role'];
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
  const type = model.contentTypes.find(({ uid }) => uid === userUid);
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
  const type = model.contentTypes.find(({ uid }) => uid === userUid);
  for (const item of users?.registration?.fields ?? []) {
    const path = ['users', 'registration', 'fields', { item }];
    const attribute = type?.attributes.find(({ name }) => name === item);
    if (attribute === undefined) {
      const names = type?.attributes.map(({ name }) => name) ?? [];
      report('CG110', path, `user has no attribute "${item}"`, suggest(item, names));
    } else if (own.includes(item) || decided.includes(item) || isHidden(attribute)) {
      report('CG112', path, `a registration cannot set the attribute ${item} of the user`);
    }
  }
}
