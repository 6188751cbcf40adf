import type { EmbeddedComponent } from '../model/model.js';
import type { AttributeKind } from './kind.js';
import { string } from './literal.js';
import { marked } from './marks.js';
import { call, option, visibility } from './options.js';

export const component: AttributeKind<EmbeddedComponent> = {
  columns: ({ name, column, repeatable }) => [
    { name, value: repeatable ? `cg.components(${string(column)})` : `cg.component(${string(column)})` },
  ],
  keys: () => [],
  type: (attribute, scope) => {
    const target = scope.component(attribute.component, 'type');
    const [kind, demand] = attribute.repeatable ? (['Entries', 'needed'] as const) : (['Entry', 'required'] as const);
    return marked(kind, [target], attribute, scope, demand);
  },
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
