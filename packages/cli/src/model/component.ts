import { type RawDefinition, spanAt } from '../definitions/raw.js';
import { readAttributes } from './content-type.js';
import type { ComponentDraft } from './draft.js';
import { jsonComponentHead, typescriptComponentHead } from './head.js';
import type { ModelOptions } from './model-options.js';
import { isComponentName, kebabCase } from './names/names.js';
import { type Report, reportFor } from './report.js';
import { valuesOf } from './values.js';

/** Reads a component without looking at other definitions. Undefined if it has no usable name. */
export function readComponentDefinition(
  definition: RawDefinition,
  options: ModelOptions,
  given: Report,
): ComponentDraft | undefined {
  const { file, format } = definition;
  const report = reportFor(definition, given);
  const written = valuesOf(file, definition.value, report);
  const head = format === 'json' ? jsonComponentHead(written, report) : typescriptComponentHead(written, report);
  const span = spanAt(file, definition.value);
  const spanOf: ComponentDraft['spanOf'] = (key) => head.spanOf(key) ?? head.spanOf('name') ?? span;
  const folder = definition.group ?? '';
  const name = head.name === undefined ? `${folder}.${definition.name}` : qualified(head.name, folder);
  const [category = '', shortName = '', ...rest] = name.split('.');

  if (rest.length > 0 || !isComponentName(category) || !isComponentName(shortName)) {
    const better = [category, [shortName, ...rest].join(' ')].map(kebabCase);
    const hint = better.every(isComponentName)
      ? `did you mean "${better.join('.')}"?`
      : 'use a name such as "shared.seo"';
    report('CG210', spanOf('name'), `"${name}" cannot be the name of a component`, hint);
    return undefined;
  }
  return {
    name,
    category,
    shortName,
    studio: head.studio,
    ...readAttributes(definition, head, options, report),
    ...(head.renamedFrom === undefined ? {} : { renamedFrom: qualified(head.renamedFrom, folder) }),
    format,
    source: file,
    span,
    spanOf,
  };
}

/** `seo` in the folder `shared` is `shared.seo`. */
function qualified(name: string, category: string): string {
  return name.includes('.') ? name : `${category}.${name}`;
}
