/** The schema files that a Strapi project needs to have the content types of `bench/site`. */
import { fileURLToPath } from 'node:url';

import { loadConfig } from '../../packages/cli/dist/config/index.js';
import { literalOf } from '../../packages/cli/dist/definitions/raw.js';
import { loadDefinitions } from '../../packages/cli/dist/load/index.js';

const site = fileURLToPath(new URL('../site', import.meta.url));

/** `plurals` has the plural of each content type, because the definitions may leave it out. */
export async function schemasOf(plurals) {
  const definitions = valueOf(await loadDefinitions(valueOf(await loadConfig(site))));
  return definitions.map(({ kind, group, name, value }) => {
    const definition = literalOf(value);
    return kind === 'component' ? component(group, name, definition) : contentType(name, plurals[name], definition);
  });
}

function contentType(name, plural, { draftAndPublish = false, attributes }) {
  return {
    name,
    path: `src/api/${name}/content-types/${name}/schema.json`,
    schema: {
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish },
      attributes: attributesOf(attributes),
    },
  };
}

function component(category, name, { attributes }) {
  return {
    path: `src/components/${category}/${name}.json`,
    schema: {
      collectionName: `components_${category}_${name}s`,
      info: { displayName: name },
      attributes: attributesOf(attributes),
    },
  };
}

/** Relations name their target by its identifier in Strapi. `index` is an option of content-gen alone. */
function attributesOf(attributes) {
  const entries = Object.entries(attributes).map(([name, { index: _, ...attribute }]) => [
    name,
    attribute.target === undefined
      ? attribute
      : { ...attribute, target: `api::${attribute.target}.${attribute.target}` },
  ]);
  return Object.fromEntries(entries);
}

function valueOf(result) {
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}
