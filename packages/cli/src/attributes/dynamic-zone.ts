import type { DynamicZone } from '../model/model.js';
import type { AttributeKind, Scope } from './kind.js';
import { string } from './literal.js';
import { call, option, visibility } from './options.js';

export const dynamicZone: AttributeKind<DynamicZone> = {
  columns: ({ name, column }) => [{ name, value: `cg.components(${string(column)})` }],
  keys: () => [],
  output: (attribute, scope) => ({ name: attribute.name, value: entries(attribute, scope, 'output'), optional: true }),
  input: (attribute, scope) => entries(attribute, scope, 'input'),
  filter: () => undefined,
  populate: (attribute, scope) => {
    const components = attribute.components.map((name) => `${string(name)}: ${scope.component(name, 'populate')}`);
    return `p.Zone<{ ${components.join('; ')} }>`;
  },
  descriptor: (attribute, scope) => {
    const components = attribute.components.map((name) => scope.component(name, 'model'));
    return call(
      'dynamicZone',
      [`() => [${components.join(', ')}]`],
      [
        ...option('required', attribute.required, false),
        ...option('min', attribute.min),
        ...option('max', attribute.max),
        ...visibility(attribute),
      ],
    );
  },
};

function entries(attribute: DynamicZone, scope: Scope, part: 'output' | 'input'): string {
  const types = attribute.components.map((name) => scope.component(name, part));
  if (types.length === 0) return 'never[]';
  return types.length === 1 ? `${types[0]}[]` : `(${types.join(' | ')})[]`;
}
