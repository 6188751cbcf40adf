import { suggest } from '../../diagnostics/suggestion.js';
import type { AttributeDraft, ComponentDraft, TypeDraft } from '../draft.js';
import { type Registry, attributeOf } from '../registry.js';
import { type Report, reportFor } from '../report.js';

/** Checks all names in attributes, except the other sides of relations. */
export function checkReferences(registry: Registry, report: Report): void {
  for (const owner of registry.types) checkOwner(owner, registry.types, registry, report);
  for (const owner of registry.components) checkOwner(owner, registry.components, registry, report);
  for (const component of registry.components) reportCycles(component, registry, report);
}

type Owner = TypeDraft | ComponentDraft;

function checkOwner(owner: Owner, siblings: readonly Owner[], registry: Registry, report: Report): void {
  checkRenaming(owner, siblings, 'definition', report);
  for (const attribute of owner.attributes) {
    checkRenaming(attribute, owner.attributes, 'attribute', report);
    checkTargetField(owner, attribute, reportFor(owner, report));
    checkComponents(attribute, registry, report);
  }
}

type Renamable = Pick<Owner | AttributeDraft, 'name' | 'renamedFrom' | 'spanOf'>;

function checkRenaming<One extends Renamable>(one: One, all: readonly One[], kind: string, report: Report): void {
  const { renamedFrom } = one;
  if (renamedFrom === undefined) return;
  const refuse = (problem: string, hint: string) =>
    report('CG228', one.spanOf('renamedFrom'), `renamedFrom names "${renamedFrom}", ${problem}`, hint);
  if (kind === 'attribute' && renamedFrom.includes('.')) {
    refuse(
      'which is not an attribute of the same definition',
      'add the attribute without renamedFrom, and move the values with your own SQL: see docs/renaming.md',
    );
  }
  if (all.some(({ name }) => name === renamedFrom)) {
    refuse('which still exists', `remove renamedFrom, or delete the old ${kind}`);
  }
  const rival = all.find((other) => other !== one && other.renamedFrom === renamedFrom);
  if (rival !== undefined) refuse(`as ${rival.name} does`, `the old content goes to one ${kind} only`);
}

const textTypes = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'];

function checkTargetField(owner: Owner, attribute: AttributeDraft, report: Report): void {
  const targetField = attribute.kind === 'scalar' ? attribute.targetField : undefined;
  if (targetField === undefined || owner.unclear.includes(targetField)) return;
  const target = attributeOf(owner, targetField);
  if (target?.kind === 'scalar' && textTypes.includes(target.type)) return;
  const candidates = owner.attributes.filter((each) => each.kind === 'scalar' && textTypes.includes(each.type));
  const problem = target ? 'is not a text attribute' : 'does not exist';
  const hint = suggest(
    targetField,
    candidates.map(({ name }) => name),
  );
  report('CG227', attribute.spanOf('targetField'), `the targetField "${targetField}" ${problem}`, hint);
}

function checkComponents(attribute: AttributeDraft, registry: Registry, report: Report): void {
  const option = attribute.kind === 'component' ? 'component' : 'components';
  for (const name of componentsOf(attribute)) {
    if (registry.findComponent(name)) continue;
    const names = registry.components.map((component) => component.name);
    const hint = suggest(name, names) ?? (names.length > 0 ? `the components are ${names.join(', ')}` : undefined);
    report('CG225', attribute.spanOf(option, name), `component "${name}" does not exist`, hint);
  }
}

/** Reports each cycle once, at its first component by name. */
function reportCycles(start: ComponentDraft, registry: Registry, report: Report): void {
  const visited = new Set<string>();
  const visit = (component: ComponentDraft, path: readonly string[]): void => {
    for (const attribute of component.attributes) {
      for (const name of componentsOf(attribute)) {
        if (name === start.name) {
          const cycle = [...path, name].join(' → ');
          const hint = 'use a relation to nest documents to any depth';
          report('CG226', attribute.spanOf('component'), `component ${start.name} contains itself: ${cycle}`, hint);
        } else if (name > start.name && !visited.has(name)) {
          visited.add(name);
          const next = registry.findComponent(name);
          if (next) visit(next, [...path, name]);
        }
      }
    }
  };
  visit(start, [start.name]);
}

function componentsOf(attribute: AttributeDraft): readonly string[] {
  if (attribute.kind === 'component') return [attribute.component];
  return attribute.kind === 'dynamicZone' ? attribute.components : [];
}
