import type { Attribute } from '../../model/model.js';
import { isHidden } from '../../attributes/index.js';
import { rightsTo } from '../../permissions/rights.js';
import { type Change, type Owner, isContentType } from '../change.js';
import { attributeAdded } from '../changes/attributes/attribute-added.js';
import { attributeHidden } from '../changes/attributes/attribute-hidden.js';
import { attributeLocalizationChanged } from '../changes/attributes/attribute-localization-changed.js';
import { attributeOptional } from '../changes/attributes/attribute-optional.js';
import { attributeReadOnly } from '../changes/attributes/attribute-read-only.js';
import { attributeRemoved } from '../changes/attributes/attribute-removed.js';
import { attributeRenamed } from '../changes/attributes/attribute-renamed.js';
import { attributeRequired } from '../changes/attributes/attribute-required.js';
import { attributeShown } from '../changes/attributes/attribute-shown.js';
import { attributeWritable } from '../changes/attributes/attribute-writable.js';
import { conditionChanged } from '../changes/attributes/condition-changed.js';
import { defaultChanged } from '../changes/attributes/default-changed.js';
import { searchChanged } from '../changes/attributes/search-changed.js';
import { type Pair, compareNamed } from '../lists.js';
import type { ProjectState } from '../state/state.js';
import { compareKinds } from './kinds.js';
import { compareRules } from './rules.js';
import { defaultOf, isDemanded, promisesValue, isSameValue, shown } from './values.js';

interface AttributeContext {
  readonly states: Pair<ProjectState>;
  /** The name of today of a content type or component. */
  readonly names: (name: string) => string;
}

/** Finds the changes of the attributes of a content type or component. */
export function compareAttributes(owners: Pair<Owner>, context: AttributeContext): readonly Change[] {
  const owner = owners.now;
  const { added, removed, kept } = compareNamed(owners.before.attributes, owner.attributes);
  return [
    ...removed.map((attribute) => attributeRemoved(owners.before, attribute)),
    ...added.map((attribute) =>
      isDemanded(attribute)
        ? attributeRequired(owner, attribute, true)
        : attributeAdded(owner, attribute, readersOf(owner, attribute, context.states.now)),
    ),
    ...kept.flatMap(({ before, now }) => [
      ...(before.name === now.name ? [] : [attributeRenamed(owner, now, before.name)]),
      ...compareAttribute(owners, { before, now }, context),
    ]),
  ];
}

function readersOf(owner: Owner, attribute: Attribute, { config: { settings } }: ProjectState): readonly string[] {
  if (!isContentType(owner)) return [];
  const reads = (role: string) => rightsTo(settings, role, owner.name).to(attribute).includes('read');
  return Object.keys(settings.permissions).filter(reads);
}

function compareAttribute(owners: Pair<Owner>, pair: Pair<Attribute>, context: AttributeContext): readonly Change[] {
  const owner = owners.now;
  const kinds = compareKinds(owner, pair, context.names);
  // Rules of another kind of values say nothing about each other.
  const rules = kinds.some(({ severity }) => severity === 'breaking') ? [] : compareRules(owner, pair);
  return [
    ...kinds,
    ...rules,
    ...compareDemand(owner, pair),
    ...compareVisibility(owner, pair),
    ...others(owners, pair),
  ];
}

function compareDemand(owner: Owner, { before, now }: Pair<Attribute>): readonly Change[] {
  return [
    ...(isDemanded(now) && !isDemanded(before) ? [attributeRequired(owner, now, false)] : []),
    ...(promisesValue(before) && !promisesValue(now) ? [attributeOptional(owner, now)] : []),
  ];
}

function compareVisibility(owner: Owner, { before, now }: Pair<Attribute>): readonly Change[] {
  const [wasHidden, hides] = [isHidden(before), isHidden(now)];
  return [
    ...(hides && !wasHidden ? [attributeHidden(owner, now)] : []),
    ...(wasHidden && !hides ? [attributeShown(owner, now)] : []),
    ...(before.writable && !now.writable ? [attributeReadOnly(owner, now)] : []),
    ...(now.writable && !before.writable ? [attributeWritable(owner, now)] : []),
  ];
}

function others(owners: Pair<Owner>, { before, now }: Pair<Attribute>): readonly Change[] {
  const owner = owners.now;
  const defaults = { before: defaultOf(before), now: defaultOf(now) };
  return [
    ...(isSameValue(defaults.before, defaults.now)
      ? []
      : [defaultChanged(owner, now, { before: shown(defaults.before), now: shown(defaults.now) })]),
    ...(isSameValue(before.visibleIf, now.visibleIf) ? [] : [conditionChanged(owner, now)]),
    ...(before.searchable === now.searchable || isHidden(before) || isHidden(now) ? [] : [searchChanged(owner, now)]),
    ...compareLocalization(owners, { before, now }),
  ];
}

/** Without locales before and now, the option of an attribute says nothing. */
function compareLocalization(owners: Pair<Owner>, { before, now }: Pair<Attribute>): readonly Change[] {
  const isLocalized = (owner: Owner) => isContentType(owner) && owner.localized;
  if (!isLocalized(owners.before) || !isLocalized(owners.now)) return [];
  const isOwn = now.localized ?? true;
  return (before.localized ?? true) === isOwn ? [] : [attributeLocalizationChanged(owners.now, now, isOwn)];
}
