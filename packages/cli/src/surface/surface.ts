import type { Settings } from '@content-gen/runtime';

import type { GeneratedFile } from '../files/generated-file.js';
import { jsonMarker } from '../files/generated-file.js';
import type { Attribute, Component, ContentModel, ContentType } from '../model/model.js';
import { byName } from '../model/names/names.js';
import { actionsOf, pluginActions, publishingActionOf } from '../permissions/actions.js';
import { type Registration, registrationOf } from '../permissions/registration.js';
import { isRelation, rightsTo } from '../permissions/rights.js';
import { relationLine } from './relations.js';

type Json = string | { readonly [key: string]: unknown };

/**
 * `surface.lock.json`: everything that each role can reach, one line per right, so that a pull request shows what it
 * opens. Paths through relations are left out, because they follow from the rest.
 */
export function surfaceFile(model: ContentModel, settings: Settings): GeneratedFile {
  const surface = { ...jsonMarker, ...surfaceOf(model, settings) };
  return { path: 'surface.lock.json', content: `${JSON.stringify(surface, null, 2)}\n` };
}

/** The content of `surface.lock.json`. */
export function surfaceOf(model: ContentModel, settings: Settings) {
  const registration = registrationOf(model, settings);
  return {
    roles: sorted(Object.keys(settings.permissions), (role) => roleSurface(role, model, settings)),
    ...(registration === undefined ? {} : { registration: registrationSurface(registration, settings) }),
    tokens: sortedByName(settings.tokens, tokenSurface),
    components: sortedByName(model.components, componentSurface),
  };
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
  const type = model.contentTypes.find((each) => each.name === name);
  // An action that writes drafts alone is part of the one that includes it.
  const may = actionsOf(name, model).filter(
    (action) => rights.rightTo(publishingActionOf(action) ?? action) === action,
  );
  if (type === undefined) return { may: may.join(', ') };
  const { where, whereTo } = rights;
  return {
    may: may.join(', '),
    ...(where === undefined ? {} : { where }),
    ...(whereTo === undefined ? {} : { whereTo }),
    fields: linesOf(type, (attribute) => (isRelation(attribute) ? '' : rights.to(attribute).join(', '))),
    relations: linesOf(type, (attribute) =>
      isRelation(attribute) ? relationLine(attribute, rights.to(attribute), { role, type, settings }) : '',
    ),
  };
}

/** A registration writes its fields with the rights of the role that the new user gets. */
function registrationSurface({ role, attributes }: Registration, settings: Settings): Json {
  const relations = linesOf({ attributes }, (attribute) =>
    isRelation(attribute) ? relationLine(attribute, ['write'], { role, settings }) : '',
  );
  const fields = attributes.filter((attribute) => !isRelation(attribute)).map(({ name }) => name);
  return { role, fields: fields.join(', '), ...(Object.keys(relations).length === 0 ? {} : { relations }) };
}

function linesOf(type: Pick<ContentType, 'attributes'>, line: (attribute: Attribute) => string): Json {
  const lines = type.attributes.map((attribute) => [attribute.name, line(attribute)] as const);
  return Object.fromEntries(lines.filter(([, text]) => text !== ''));
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
