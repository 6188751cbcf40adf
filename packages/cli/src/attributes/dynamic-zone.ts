import type { DynamicZone } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { string } from './literal.js';
import { marked } from './marks.js';
import { call, option, visibility } from './options.js';

export const dynamicZone: AttributeKind<DynamicZone> = {
  columns: ({ name, column }) => [{ name, value: `cg.components(${string(column)})` }],
  keys: () => [],
  type: (attribute, scope) => {
    const components = attribute.components.map((name) => `${string(name)}: ${scope.component(name, 'type')}`);
    return marked('Zone', [`{ ${components.join('; ')} }`], attribute, scope, 'needed');
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
