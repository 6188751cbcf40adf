import type { Settings } from '@content-gen/runtime';

import type { Attribute, ContentModel } from '../model/model.js';
import { userUid } from '../model/names/names.js';
import { errorResponses, errorSchemas } from './errors.js';
import { limitedParameters, sharedParameters, typeParameters } from './parameters.js';
import { authOperations } from './paths/auth.js';
import { contentOperations, contentResponses } from './paths/content.js';
import { type Operation, operationPaths } from './paths/operation.js';
import { localeOperations, serverPaths } from './paths/project.js';
import { uploadOperations } from './paths/upload.js';
import { roleOperations, sessionSchema, userOperations } from './paths/users.js';
import { type Reach, reachOf, withoutPrivate } from '../permissions/reach.js';
import { reachable } from './reachable.js';
import type { Schema } from './schema.js';
import type { SchemaNames } from './schemas/attributes.js';
import { conditionSchemas } from './schemas/conditions.js';
import { recordSchemas } from './schemas/records.js';
import { componentSchemas, morphSchemas, typeSchemas } from './schemas/content-types.js';
import { populateSchemas, valueSchemas } from './schemas/values.js';
import { securitySchemes } from './security.js';

/** The OpenAPI document of a project: all of it, or the part that a role reaches. */
export function openapiDocument(
  model: ContentModel,
  settings: Settings,
  role?: string,
  { hidesPrivate = false }: { readonly hidesPrivate?: boolean } = {},
): Schema {
  const whole = reachOf(settings, model, role);
  const reach = hidesPrivate ? withoutPrivate(whole) : whole;
  const names = namesOf(model);
  const { contentTypes, components } = model;
  const hasMorphs = [...contentTypes, ...components].some(({ attributes }) => attributes.some(isMorph));
  const described = { names, reach, isStrapi: settings.api.responses === 'strapi', hasMorphs };
  const user = contentTypes.find(({ uid }) => uid === userUid);
  const paths = { ...operationPaths(operationsOf(model, settings, reach, names), reach), ...serverPaths };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content API',
      version: '1.0.0',
      description: role === undefined ? 'The whole API.' : `The part of the API that the role ${role} reaches.`,
    },
    servers: [{ url: '/' }],
    paths,
    components: componentsFor(role, paths, {
      schemas: {
        ...joined(contentTypes.map((type) => typeSchemas(type, described))),
        ...joined(components.map((component) => componentSchemas(component, described))),
        ...(user === undefined ? {} : sessionSchema(user)),
        ...morphSchemas(contentTypes, reach),
        ...conditionSchemas,
        ...valueSchemas,
        ...populateSchemas,
        ...recordSchemas,
        ...errorSchemas,
      },
      responses: { ...joined(contentTypes.filter((type) => type !== user).map(contentResponses)), ...errorResponses },
      parameters: {
        ...joined(contentTypes.map(typeParameters)),
        ...sharedParameters(settings),
        ...(role === undefined ? {} : limitedParameters),
      },
      securitySchemes: role === 'public' ? {} : securitySchemes,
    }),
  };
}

/** An endpoint of the API, and the action that a caller needs for it. */
export type DocumentedEndpoint = Pick<Operation, 'method' | 'path' | 'type' | 'action' | 'id' | 'tag' | 'summary'>;

/** All endpoints of a project, in the order of the document. */
export function documentedEndpoints(model: ContentModel, settings: Settings): readonly DocumentedEndpoint[] {
  const operations = operationsOf(model, settings, reachOf(settings, model), namesOf(model));
  return operations.map(({ method, path, type, action, id, tag, summary }) => {
    return { method, path, type, action, id, tag, summary };
  });
}

function operationsOf({ contentTypes }: ContentModel, settings: Settings, reach: Reach, names: SchemaNames) {
  const { prefix } = settings.api;
  const user = contentTypes.find(({ uid }) => uid === userUid);
  return [
    ...contentTypes.filter((type) => type !== user).flatMap((type) => contentOperations(type, prefix, reach)),
    ...(user === undefined ? [] : userOperations(user, prefix)),
    ...(user === undefined ? [] : roleOperations(prefix)),
    ...(user === undefined ? [] : authOperations(user, settings, names)),
    ...uploadOperations(prefix),
    ...localeOperations(prefix),
  ];
}

function namesOf({ contentTypes, components }: ContentModel): SchemaNames {
  const nameIn = (named: readonly { readonly name: string; readonly symbols: { readonly type: string } }[]) => {
    const types = new Map(named.map(({ name, symbols }) => [name, symbols.type]));
    return (name: string) => types.get(name) ?? name;
  };
  return { contentType: nameIn(contentTypes), component: nameIn(components) };
}

function joined(parts: readonly Schema[]): Schema {
  return Object.assign({}, ...parts);
}

function isMorph({ kind }: Attribute): boolean {
  return kind === 'morphTo';
}

/**
 * The document of a role has only components that its paths refer to. The whole document keeps all shared components,
 * so that a new field does not add some of them.
 */
function componentsFor(role: string | undefined, paths: Schema, components: Readonly<Record<string, Schema>>): Schema {
  return role === undefined ? components : reachable(paths, components);
}
