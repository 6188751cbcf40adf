import type { Settings } from '@content-gen/runtime';

import type { GeneratedFile } from '../files/generated-file.js';
import { jsonMarker } from '../files/generated-file.js';
import type { Attribute, Component, ContentModel, ContentType } from '../model/model.js';
import { byName } from '../model/names.js';
import { actionsOf, pluginActions } from '../permissions/actions.js';
import { registrationOf } from '../permissions/registration.js';
import { type Rights, isRelation, ownerOf, rightsTo, targetOf } from '../permissions/rights.js';

type Json = string | { readonly [key: string]: unknown };

/**
 * `surface.lock.json`: everything that each role can reach, one line per right, so that a pull request shows what it
 * opens. Paths through relations are left out, because they follow from the rest.
 */
export function surfaceFile(model: ContentModel, settings: Settings): GeneratedFile {
  const registration = registrationOf(model, settings);
  const surface = {
    ...jsonMarker,
    roles: sorted(Object.keys(settings.permissions), (role) => roleSurface(role, model, settings)),
    ...(registration === undefined ? {} : { registration }),
    tokens: sortedByName(settings.tokens, tokenSurface),
    components: sortedByName(model.components, componentSurface),
  };
  return { path: 'surface.lock.json', content: `${JSON.stringify(surface, null, 2)}\n` };
}

function roleSurface(role: string, model: ContentModel, settings: Settings): Json {
  const types = settings.permissions[role];
  const names = types === '*' ? everything(model) : Object.keys(types ?? {});
  return sorted(names, (name) => typeSurface(role, name, model, settings));
}

function everything(model: ContentModel): readonly string[] {
  return [...new Set([...model.contentTypes.map(({ name }) => name), ...Object.keys(pluginActions)])];
}

function typeSurface(role: string, name: string, model: ContentModel, settings: Settings): Json {
  const rights = rightsTo(settings, role, name);
  const may = actionsOf(name).filter((action) => rights.may(action));
  const type = model.contentTypes.find((each) => each.name === name);
  if (type === undefined) return { may: may.join(', ') };
  const { where, whereTo } = rights;
  return {
    may: may.join(', '),
    ...(where === undefined ? {} : { where }),
    ...(whereTo === undefined ? {} : { whereTo }),
    fields: linesOf(type, (attribute) => (isRelation(attribute) ? '' : rights.to(attribute).join(', '))),
    relations: linesOf(type, (attribute) => (isRelation(attribute) ? followed(attribute, rights, role, settings) : '')),
  };
}

function linesOf(type: Pick<ContentType, 'attributes'>, line: (attribute: Attribute) => string): Json {
  const lines = type.attributes.map((attribute) => [attribute.name, line(attribute)] as const);
  return Object.fromEntries(lines.filter(([, text]) => text !== ''));
}

/** The target of a relation and its uses. Following it needs the right to find the target. */
function followed(attribute: Attribute, rights: Rights, role: string, settings: Settings): string {
  const target = targetOf(attribute);
  // A role cannot set a relation to documents that it cannot find.
  const visible = target === undefined || rightsTo(settings, role, target).may('find');
  const uses = rights.to(attribute).filter((use) => {
    return use === 'write' ? visible && mayWriteFrom(attribute, role, settings) : visible;
  });
  return uses.length === 0 ? '' : `${target ?? 'any type'}: ${uses.join(', ')}`;
}

/** The inverse side of a relation belongs to its owner, so the limits of the owner apply. */
function mayWriteFrom(attribute: Attribute, role: string, settings: Settings): boolean {
  const owner = ownerOf(attribute);
  if (owner === undefined) return true;
  const rights = rightsTo(settings, role, owner.type);
  return rights.writes(owner.attribute) && rights.where === undefined && rights.whereTo?.['update'] === undefined;
}

function tokenSurface(token: Settings['tokens'][number]): Json {
  return {
    type: token.type,
    ...(token.actions === undefined ? {} : { may: token.actions.join(', ') }),
    ...(token.expiresAt === undefined ? {} : { expiresAt: token.expiresAt }),
  };
}

/** The attribute that contains an entry decides about its rights. */
function componentSurface(component: Component): Json {
  const rights = rightsTo({ permissions: { all: '*' } }, 'all', component.name);
  return linesOf(component, (attribute) => rights.to(attribute).join(', '));
}

function sortedByName<T extends { readonly name: string }>(items: readonly T[], value: (item: T) => Json): Json {
  return Object.fromEntries([...items].sort(byName).map((item) => [item.name, value(item)]));
}

function sorted(names: readonly string[], value: (name: string) => Json): Json {
  return Object.fromEntries([...names].sort().map((name) => [name, value(name)]));
}
