import type { AttributeDraft, AttributeDrafts, RelationDraft } from './draft.js';
import type { Attribute, ContentModel, RelationStorage } from './model.js';
import { indexesOf } from './indexes.js';
import type { Registry } from './registry.js';
import { storageOf } from './storage.js';
import { createSymbols } from './names/symbols.js';
import { studioOf } from './studio/type-studio.js';
import type { Located } from './values.js';

/** Builds the model from definitions without errors. */
export function resolveModel(registry: Registry): ContentModel {
  const symbols = createSymbols(registry);
  return {
    contentTypes: registry.types.map((type) => {
      const { spanOf: _spanOf, unclear: _unclear, format: _format, studio: _studio, ...rest } = type;
      const studio = studioOf(type);
      return {
        ...rest,
        tableSymbol: symbols.ofTable(type.table),
        symbols: symbols.of(type),
        attributes: resolveAttributes(type, registry, (relation) => storageOf(type, relation, symbols.ofTable)),
        indexes: indexesOf(type),
        ...(studio === undefined ? {} : { studio }),
      };
    }),
    components: registry.components.map((component) => {
      const { spanOf: _spanOf, unclear: _unclear, format: _format, studio: _studio, ...rest } = component;
      const studio = studioOf(component);
      return {
        ...rest,
        symbols: symbols.of(component),
        attributes: resolveAttributes(component, registry, () => ({ at: 'entry' })),
        ...(studio === undefined ? {} : { studio }),
      };
    }),
  };
}

type StorageOf = (relation: RelationDraft) => RelationStorage;

function resolveAttributes(
  { attributes }: AttributeDrafts,
  registry: Registry,
  storage: StorageOf,
): readonly Attribute[] {
  return attributes.map((draft) => resolveAttribute(draft, registry, storage));
}

/** The value of an option that earlier checks require. */
function written(option: Located<string> | undefined): string {
  if (option === undefined) throw new Error('A relation without its target or morphBy passed the checks.');
  return option.value;
}

function resolveAttribute(attribute: AttributeDraft, registry: Registry, storageOf: StorageOf): Attribute {
  const { spanOf: _spanOf, ...draft } = attribute;
  if (draft.kind !== 'relationDraft') return draft;
  const { relation, target, inversedBy, mappedBy, morphBy, linkTable: _linkTable, ...named } = draft;
  if (relation === 'morphToOne' || relation === 'morphToMany') {
    return { ...named, kind: 'morphTo', many: relation === 'morphToMany', storage: storageOf(draft) };
  }
  const targetName = registry.findType(written(target))?.name ?? written(target);
  if (relation === 'morphOne' || relation === 'morphMany') {
    const many = relation === 'morphMany';
    return { ...named, kind: 'morphInverse', many, target: targetName, morphBy: written(morphBy) };
  }
  const inverse = (inversedBy ?? mappedBy)?.value;
  return {
    ...named,
    kind: 'relation',
    cardinality: relation,
    target: targetName,
    ...(inverse === undefined ? {} : { inverse }),
    storage: storageOf(draft),
  };
}
