import { suggest } from '../diagnostics/suggestion.js';
import type { AttributeDraft, AttributeDrafts, ComponentDraft, TypeDraft } from './draft.js';
import { byName, userUid } from './names/names.js';
import type { Report } from './report.js';

/** The definitions by name, for attributes that refer to them. */
export interface Registry {
  /** Sorted by name. */
  readonly types: readonly TypeDraft[];
  /** Sorted by name. */
  readonly components: readonly ComponentDraft[];
  /** Finds a type by name or uid. */
  readonly findType: (target: string) => TypeDraft | undefined;
  readonly findComponent: (name: string) => ComponentDraft | undefined;
}

export function createRegistry(
  types: readonly TypeDraft[],
  components: readonly ComponentDraft[],
  report: Report,
): Registry {
  const typesByName = unique(types, report);
  const componentsByName = unique(components, report);
  const typesByUid = new Map([...typesByName.values()].map((type) => [type.uid, type]));
  return {
    types: [...typesByName.values()].sort(byName),
    components: [...componentsByName.values()].sort(byName),
    findType: (target) => typesByUid.get(target) ?? typesByName.get(target),
    findComponent: (name) => componentsByName.get(name),
  };
}

export function attributeOf(owner: AttributeDrafts, name: string): AttributeDraft | undefined {
  return owner.attributes.find((attribute) => attribute.name === name);
}

/** A hint for a target that does not exist. */
export function targetHint(target: string, registry: Registry): string | undefined {
  if (target === 'plugin::upload.file') return `use { type: 'media' } for files`;
  if (target.startsWith('admin::')) return 'content-gen has no administrators; use the user type as the target';
  if (target.startsWith('plugin::')) return `${userUid} is the only plugin type that can be a target`;
  const names = registry.types.map(({ name }) => name);
  const uids = registry.types.map(({ uid }) => uid);
  return suggest(target, target.includes('::') ? uids : names) ?? `the content types are ${names.join(', ')}`;
}

/**
 * Keeps the first definition of each name and reports the others. Names that only differ in case would be one file on
 * some disks.
 */
function unique<T extends TypeDraft | ComponentDraft>(drafts: readonly T[], report: Report): Map<string, T> {
  const byName = new Map<string, T>();
  const seen = new Map<string, T>();
  for (const draft of drafts) {
    const first = seen.get(draft.name.toLowerCase());
    if (first) {
      report(
        'CG213',
        draft.spanOf('name'),
        `"${draft.name}" is defined twice`,
        `the other definition is in ${first.span.file}`,
      );
      continue;
    }
    seen.set(draft.name.toLowerCase(), draft);
    byName.set(draft.name, draft);
  }
  return byName;
}
