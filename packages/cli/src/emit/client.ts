import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Settings } from '@content-gen/runtime';

import { keyOf, string } from '../attributes/literal.js';
import type { Demands, Scope } from '../attributes/kind.js';
import { markerFor } from '../files/generated-file.js';
import type { ContentModel, ContentType } from '../model/model.js';
import { isAlwaysRegistered, registrationOf } from '../permissions/registration.js';
import { demandsOf, demandsOfEntries } from './demands.js';
import { type RolePart, partOf } from './role-client.js';
import { openTemplates } from './render.js';
import { templateFolder } from './template-folder.js';
import { typeProperties } from './views/fields.js';
import { codeNameOf, hasRoutes, segmentOf } from './views/page.js';
import { typeHead } from './views/types.js';

/** The client of a project for front ends, or of one of its roles: one file without imports, not formatted yet. */
export function emitClient(whole: ContentModel, settings: Settings, role?: string): string {
  const { api } = settings;
  const part = role === undefined ? undefined : partOf(whole, settings, role);
  const model = part?.model ?? whole;
  const types = new Map(
    [...model.contentTypes, ...model.components].map(({ name, symbols }) => [name, `${symbols.type}Type`]),
  );
  const nameOf = (name: string) => types.get(name) ?? 'never';
  const scope = (demands: Demands): Scope => ({
    contentType: nameOf,
    component: nameOf,
    models: () => 'Models',
    ...demands,
  });
  return openTemplates()('client', {
    header: markerFor(undefined),
    runtime: parts.map((name) => readFileSync(join(templateFolder(), 'client', `${name}.ts`), 'utf8')).join('\n'),
    names: namesOf(model),
    prefix: string(api.prefix),
    request: !model.contentTypes.some(isCalledRequest),
    registration: registrationView(whole, settings, scope({ requiredIsPresent: true, ofEntries: false })),
    role: part && { name: role, calls: part.calls },
    models: model.contentTypes.map((type) => ({ name: keyOf(type.symbols.value), type: nameOf(type.name) })),
    types: [
      ...model.contentTypes.map((type) => {
        const { base, facts } = typeHead(type, settings);
        const properties = propertiesOf(type, scope(demandsOf(type)), part);
        return { name: nameOf(type.name), base, properties: [`$: ${facts}`, ...properties] };
      }),
      ...model.components.map(({ name, attributes }) => ({
        name: nameOf(name),
        base: `t.ComponentType<${string(name)}>`,
        // In this profile, entries show a `documentId`.
        properties: [
          ...(api.responses === 'documented' ? [`documentId: t.Text<'present' | 'readonly'>`] : []),
          ...propertiesOf({ name, attributes }, scope(demandsOfEntries), part),
        ],
      })),
    ],
    kinds: kindsOf(),
  });
}

/** What the runtime of the client has to know of the types by their names. */
function namesOf({ contentTypes }: ContentModel): string {
  const paths = contentTypes.filter(hasRoutes).flatMap((type) => {
    const name = codeNameOf(type);
    // Without a path, `request` is the call for own routes.
    return kebabCase(name) === segmentOf(type) && !isCalledRequest(type)
      ? []
      : [`${keyOf(name)}: ${string(segmentOf(type))}`];
  });
  // Users have requests of their own.
  const users = contentTypes.find((type) => !hasRoutes(type));
  const meta = contentTypes.filter(({ attributes }) => attributes.some(({ name }) => name === 'meta'));
  return `{ ${[
    `paths: { ${paths.join(', ')} }`,
    ...(users === undefined ? [] : [`users: ${string(codeNameOf(users))}`]),
    ...(meta.length === 0 ? [] : [`meta: [${meta.map((type) => string(codeNameOf(type))).join(', ')}]`]),
  ].join(', ')} }`;
}

/** The properties of a type. A value that filters of the role may not use has no conditions. */
function propertiesOf(
  { name, attributes }: Pick<ContentType, 'name' | 'attributes'>,
  scope: Scope,
  part: RolePart | undefined,
): readonly string[] {
  if (part === undefined) return typeProperties(attributes, scope);
  return attributes.flatMap((attribute) =>
    typeProperties([attribute], scope).map((property) =>
      attribute.kind !== 'scalar' || part.filters(name, attribute)
        ? property
        : property.replace(/: (t\..*)$/s, ': Unfiltered<$1>'),
    ),
  );
}

function isCalledRequest(type: ContentType): boolean {
  return codeNameOf(type) === 'request';
}

/** The attributes of the project that a registration may set, also in a client for a role that may not write them later. */
function registrationView(model: ContentModel, settings: Settings, scope: Scope): string | undefined {
  const attributes = (registrationOf(model, settings)?.attributes ?? []).filter(
    ({ name }) => !isAlwaysRegistered(name),
  );
  return attributes.length === 0 ? undefined : typeProperties(attributes, scope).join('; ');
}

/** The code of every client. The files of this code have no imports, because the files become one file. */
const parts = ['options', 'calls', 'query', 'request', 'routes', 'pages', 'session', 'passwords', 'upload'];

/** What the runtime of the client makes of a name. */
function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The files of the runtime that declare types of attributes, queries and results. These files import only one another.
 */
const files = [
  'values',
  'conditions',
  'kinds',
  'names',
  'filters',
  'sort',
  'populate',
  'result',
  'exact',
  'input',
  'queries',
  'bulk',
  'calls',
];

/** The declarations of `files` as the content of one namespace. */
function kindsOf(): string {
  const bundle = createRequire(import.meta.url).resolve('@content-gen/runtime/kinds');
  const folder = join(dirname(bundle), '..', 'shape');
  return files
    .map((name) => readFileSync(join(folder, `${name}.d.ts`), 'utf8'))
    .map((text) =>
      text
        .replace(/^import [^;]*;\n/gm, '')
        .replace(/^export \{\};\n/gm, '')
        .replace(/^declare /gm, ''),
    )
    .join('');
}
