import { type RawDefinition, spanAt } from '../definitions/raw.js';
import {
  type Diagnostic,
  type Result,
  failed,
  isWarning,
  ok,
  sortDiagnostics,
  withoutRepeated,
} from '../diagnostics/diagnostic.js';
import { checkCollisions } from './names/collisions.js';
import { withColumns } from './names/columns.js';
import { readComponentDefinition } from './component.js';
import { readContentType } from './content-type.js';
import type { ComponentDraft, TypeDraft } from './draft.js';
import { checkIndexes } from './indexes.js';
import { withPaths } from './key-path.js';
import type { ContentModel } from './model.js';
import type { ModelOptions } from './model-options.js';
import { checkReferences } from './relations/references.js';
import { createRegistry } from './registry.js';
import { checkRelations } from './relations/relations.js';
import { type Report, reportFor, reportTo } from './report.js';
import { resolveModel } from './resolve.js';
import { type Drafts, tolerate } from './schema-files.js';
import { withLinkTables } from './storage.js';
import { checkStudio } from './studio/type-studio.js';
import { withUser } from './user.js';
import { isUserExtension, joinUserDefinitions } from './user-definitions.js';

/** Builds the model from the definitions, or returns all errors in them. */
export function buildModel(written: readonly RawDefinition[], options: ModelOptions = {}): Result<ContentModel> {
  const definitions = joinUserDefinitions(written);
  const found: Diagnostic[] = [];
  const report = reportTo(found);
  const { types, components } = tolerate(readDrafts(definitions, options, report), report);
  const all = withUser(types, components, options.users?.(types.map(({ name }) => name)), report);
  const registry = createRegistry(withLinkTables(all.map(withColumns)), components, report);
  checkReferences(registry, report);
  checkRelations(registry, report);
  checkCollisions(registry, report);
  for (const type of registry.types) {
    checkIndexes(type, reportFor(type, report));
    checkStudio(type, reportFor(type, report));
    warnOfStatus(type, report);
  }

  for (const component of registry.components) checkStudio(component, reportFor(component, report));

  const diagnostics = sortDiagnostics(withPaths(withoutRepeated(found), definitions));
  if (!diagnostics.every(isWarning)) return failed(diagnostics);
  return ok(resolveModel(registry), diagnostics);
}

function readDrafts(definitions: readonly RawDefinition[], options: ModelOptions, report: Report): Drafts {
  const types: TypeDraft[] = [];
  const components: ComponentDraft[] = [];
  for (const definition of definitions) {
    if (definition.kind === 'component') {
      const component = readComponentDefinition(definition, options, report);
      if (component) components.push(component);
    } else if (definition.extension && !isUserExtension(definition)) {
      const extended = `plugin::${definition.group}.${definition.name}`;
      const message = `${extended} cannot be extended, so this file is ignored`;
      report('CG507', spanAt(definition.file, definition.value), message);
    } else {
      const type = readContentType(definition, options, report);
      if (type) types.push(type);
    }
  }
  return { types, components };
}

function warnOfStatus({ draftAndPublish, attributes, name }: TypeDraft, report: Report): void {
  const status = attributes.find((attribute) => attribute.name === 'status');
  if (!draftAndPublish || status === undefined) return;
  const message = `${name}.status is an attribute, and the query parameter status selects drafts or published versions`;
  report('CG509', status.span, message, 'filters[status], sort=status and bodies use the attribute');
}
