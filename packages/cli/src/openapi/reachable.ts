import type { Literal } from '../model/model.js';
import type { Schema } from './schema.js';

type Components = Readonly<Record<string, Schema>>;

/** The components that the paths refer to, directly or through other components. */
export function reachable(paths: Schema, components: Components): Schema {
  const found = new Set<string>();
  const follow = (value: Literal): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') visit(item);
      else follow(item);
    }
  };
  const visit = (address: string): void => {
    if (found.has(address)) return;
    found.add(address);
    const [section = '', name = ''] = address.slice('#/components/'.length).split('/');
    const part = components[section]?.[name];
    if (part === undefined) throw new Error(`The OpenAPI document has no ${address}.`);
    follow(part);
  };
  follow(paths);
  const kept = Object.entries(components).map(([section, parts]): [string, Schema] => {
    const used = Object.entries(parts).filter(([name]) => {
      return section === 'securitySchemes' || found.has(`#/components/${section}/${name}`);
    });
    return [section, Object.fromEntries(used)];
  });
  return Object.fromEntries(kept.filter(([, parts]) => Object.keys(parts).length > 0));
}
