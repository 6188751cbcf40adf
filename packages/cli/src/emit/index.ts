import type { Settings } from '@content-gen/runtime';

import { markerFor } from '../files/generated-file.js';
import type { ContentModel } from '../model/model.js';
import type { GeneratedFile } from '../files/generated-file.js';
import { demandsOf, demandsOfEntries, noDemands } from './demands.js';
import { openImports, scopeOf } from './imports.js';
import { exportsOf } from './exports.js';
import { type Render, openTemplates } from './render.js';
import { type Target, componentTargets, contentTypeTargets, projectTargets } from './targets.js';

export interface EmitOptions {
  readonly settings: Settings;
  /** The config file, which the header of the settings names as their source. */
  readonly configFile?: string;
  /** The extension in import statements: `.js`, or nothing. */
  readonly importExtension: '.js' | '';
}

let templates: Render | undefined;

/** The generated code of a project, unformatted and sorted by path. */
export function emit(
  model: ContentModel,
  options: EmitOptions,
  render: Render = (templates ??= openTemplates()),
): readonly GeneratedFile[] {
  const exports = exportsOf(model);

  function files<Subject>(
    targets: readonly Target<Subject>[],
    subject: Subject,
    source: string | undefined,
    demands = noDemands,
  ): GeneratedFile[] {
    return targets
      .filter((target) => target.when?.(subject) ?? true)
      .map((target) => {
        const module = target.module(subject);
        const imports = openImports(module, options.importExtension);
        const scope = scopeOf(exports, imports, demands);
        const { importExtension: extension, settings } = options;
        const view = target.view(subject, { scope, imports, extension, settings, model });
        const page = { ...view, extension, header: markerFor(source), imports: imports.lines() };
        return { path: `${module}.ts`, content: render(target.template(subject), page) };
      });
  }

  const [settings, ...others] = projectTargets;
  const generated = [
    ...model.contentTypes.flatMap((type) => files(contentTypeTargets, type, type.source, demandsOf(type))),
    ...model.components.flatMap((component) => files(componentTargets, component, component.source, demandsOfEntries)),
    ...files([settings], undefined, options.configFile),
    ...files(others, undefined, undefined),
  ];
  return generated.sort((a, b) => (a.path < b.path ? -1 : 1));
}
