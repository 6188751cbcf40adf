import type { ComponentAttribute } from '../model/model.js';
import type { AttributeKind, Scope } from './kind.js';
import { string } from './literal.js';
import { call, option, visibility } from './options.js';

export const component: AttributeKind<ComponentAttribute> = {
  columns: ({ name, column, repeatable }) => [
    { name, value: repeatable ? `cg.components(${string(column)})` : `cg.component(${string(column)})` },
  ],
  keys: () => [],
  output: (attribute, scope) => ({ name: attribute.name, value: value(attribute, scope, 'output'), optional: true }),
  input: (attribute, scope) => value(attribute, scope, 'input'),
  filter: (attribute, scope) => scope.component(attribute.component, 'filters'),
  populate: (attribute, scope) => `p.Component<${scope.component(attribute.component, 'populate')}>`,
  descriptor: (attribute, scope) =>
    call(
      'component',
      [`() => ${scope.component(attribute.component, 'model')}`],
      [
        ...option('repeatable', attribute.repeatable, false),
        ...option('required', attribute.required, false),
        ...option('min', attribute.min),
        ...option('max', attribute.max),
        ...visibility(attribute),
      ],
    ),
};

function value(attribute: ComponentAttribute, scope: Scope, part: 'output' | 'input'): string {
  const entry = scope.component(attribute.component, part);
  if (attribute.repeatable) return `${entry}[]`;
  return attribute.required && scope.requiredIsPresent ? entry : `${entry} | null`;
}
