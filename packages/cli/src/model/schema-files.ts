import type { AttributeDraft, ComponentDraft, NamedDraft, RelationDraft, TypeDraft } from './draft.js';
import type { Media } from './model.js';
import { userUid } from './names/names.js';
import type { Report } from './report.js';
import { pairSides } from './relations/schema-sides.js';

export interface Drafts {
  readonly types: readonly TypeDraft[];
  readonly components: readonly ComponentDraft[];
}

/** Reads schema files as Strapi does where they refer to things that do not exist, or not here. */
export function tolerate({ types, components }: Drafts, report: Report): Drafts {
  const left: LeftOut = new Map();
  const names = new Set(components.map(({ name }) => name));
  const change = (owner: TypeDraft | ComponentDraft) => ({
    attributes: owner.attributes.flatMap((attribute) => tolerated(attribute, owner, names, left, report)),
    unclear: [...owner.unclear, ...(left.get(owner)?.map(({ name }) => name) ?? [])],
  });
  const changed = {
    types: types.map((type) => (type.format === 'json' ? { ...type, ...change(type) } : type)),
    components: components.map((one) => (one.format === 'json' ? { ...one, ...change(one) } : one)),
  };
  reportLeftOut(left, report);
  return { ...changed, types: pairSides(changed.types, report) };
}

type Owner = TypeDraft | ComponentDraft;

/** Relations to types that do not exist here. */
type LeftOut = Map<Owner, (RelationDraft & NamedDraft)[]>;

function tolerated(
  attribute: AttributeDraft,
  owner: Owner,
  components: ReadonlySet<string>,
  left: LeftOut,
  report: Report,
): readonly AttributeDraft[] {
  if (attribute.kind === 'dynamicZone') {
    const known = attribute.components.filter((name) => components.has(name));
    for (const name of attribute.components.filter((each) => !components.has(each))) {
      report('CG503', attribute.spanOf('components', name), `component "${name}" does not exist, so it is ignored`);
    }
    return [{ ...attribute, components: known }];
  }
  if (attribute.kind !== 'relationDraft') return [attribute];
  // `withUser` replaces the role of the user, whose target is a type of the plugin.
  if ('uid' in owner && owner.uid === userUid && attribute.name === 'role') return [attribute];
  const target = attribute.target?.value ?? '';
  if (target === 'plugin::upload.file') return [asMedia(attribute, report)];
  if (/^(admin|plugin)::/.test(target) && target !== userUid) {
    left.set(owner, [...(left.get(owner) ?? []), attribute]);
    return [];
  }
  return [isInComponent(owner) ? oneWay(attribute, report) : attribute];
}

/** Turns a relation to files into media, because answers show the record of the file for both. */
function asMedia(relation: RelationDraft & NamedDraft, report: Report): Media & NamedDraft {
  const { relation: kind, target: _target, inversedBy: _by, mappedBy: _mapped, morphBy: _morph, ...named } = relation;
  report('CG505', relation.spanOf('target'), `${relation.name} is a relation to files, so it is read as media`);
  return { ...named, kind: 'media', multiple: kind.endsWith('Many') };
}

function isInComponent(owner: Owner): owner is ComponentDraft {
  return 'category' in owner;
}

function oneWay(relation: RelationDraft & NamedDraft, report: Report): AttributeDraft {
  const { inversedBy, mappedBy, ...rest } = relation;
  const side = inversedBy ?? mappedBy;
  if (side === undefined) return relation;
  report('CG505', side.span, `${relation.name} is inside a component, so it is one-way`);
  return rest;
}

/** One warning per target, because a project can have many such relations. */
function reportLeftOut(left: LeftOut, report: Report): void {
  const byTarget = new Map<string, { owner: string; relation: RelationDraft }[]>();
  for (const [{ name: owner }, relations] of [...left].sort(([a], [b]) => (a.name < b.name ? -1 : 1))) {
    for (const relation of relations) {
      const target = relation.target?.value ?? '';
      byTarget.set(target, [...(byTarget.get(target) ?? []), { owner, relation }]);
    }
  }
  for (const [target, found] of byTarget) {
    const names = found.map(({ owner, relation }) => `${owner}.${relation.name}`).join(', ');
    const hint = target.startsWith('admin::')
      ? 'content-gen has no administrators; use the user type as the target'
      : 'define a content type for the data of the plugin, if the API needs it';
    const [first] = found;
    if (first) report('CG506', first.relation.span, `relations to ${target} are left out: ${names}`, hint);
  }
}
