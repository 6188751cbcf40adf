import { type RawDefinition, spanAt } from '../definitions/raw.js';
import { type Diagnostic, type Result, failed, ok } from '../diagnostics/diagnostic.js';
import { checkCollisions } from './collisions.js';
import { withColumns } from './columns.js';
import { readComponentDefinition } from './component.js';
import { readContentType } from './content-type.js';
import type { ComponentDraft, TypeDraft } from './draft.js';
import type { ContentModel } from './model.js';
import { userUid } from './names.js';
import { checkReferences } from './references.js';
import { createRegistry } from './registry.js';
import { checkRelations } from './relations.js';
import { reportTo } from './report.js';
import { resolveModel } from './resolve.js';
import { withUser } from './user.js';

/** Builds the model from the definitions, or returns all errors in them. */
export function buildModel(definitions: readonly RawDefinition[]): Result<ContentModel> {
  const diagnostics: Diagnostic[] = [];
  const report = reportTo(diagnostics);

  const types: TypeDraft[] = [];
  const components: ComponentDraft[] = [];
  for (const definition of definitions) {
    if (definition.kind === 'component') {
      const component = readComponentDefinition(definition, report);
      if (component) components.push(component);
    } else if (definition.extension && !isUserExtension(definition)) {
      const extended = `plugin::${definition.group}.${definition.name}`;
      const hint = `only ${userUid} can be extended`;
      report('CG231', spanAt(definition.file, definition.value), `${extended} cannot be extended`, hint);
    } else {
      const type = readContentType(definition, report);
      if (type) types.push(type);
    }
  }

  const registry = createRegistry(withUser(types, components, report).map(withColumns), components, report);
  checkReferences(registry, report);
  checkRelations(registry, report);
  checkCollisions(registry, report);
  return diagnostics.length > 0 ? failed(diagnostics) : ok(resolveModel(registry));
}

function isUserExtension({ group, name }: RawDefinition): boolean {
  return `plugin::${group}.${name}` === userUid;
}
