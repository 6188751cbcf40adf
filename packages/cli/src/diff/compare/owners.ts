import type { Component, ContentType } from '../../model/model.js';
import { segmentOf } from '../../emit/views/page.js';
import type { Change, Owner } from '../change.js';
import { componentRenamed } from '../changes/types/component-renamed.js';
import { draftsChanged } from '../changes/types/drafts-changed.js';
import { localizationChanged } from '../changes/types/localization-changed.js';
import { pathChanged } from '../changes/types/path-changed.js';
import { typeAdded } from '../changes/types/type-added.js';
import { typeKindChanged } from '../changes/types/type-kind-changed.js';
import { typeRemoved } from '../changes/types/type-removed.js';
import { type Pair, compareNamed } from '../lists.js';
import type { ProjectState } from '../state/state.js';
import { compareAttributes } from './attributes.js';

/** Finds the changes of content types and components, and of their attributes. */
export function compareOwners(states: Pair<ProjectState>): readonly Change[] {
  const { before, now } = states;
  const types = compareNamed(before.model.contentTypes, now.model.contentTypes);
  const components = compareNamed(before.model.components, now.model.components);
  const names = namesAfter([...types.kept, ...components.kept]);
  const attributes = (pair: Pair<Owner>) => compareAttributes(pair, { states, names });
  return [
    ...[...types.removed, ...components.removed].map(typeRemoved),
    ...[...types.added, ...components.added].map(typeAdded),
    ...types.kept.flatMap((pair) => [...compareType(pair), ...attributes(pair)]),
    ...components.kept.flatMap((pair) => [...compareComponent(pair), ...attributes(pair)]),
  ];
}

/** The name of today of each content type and component. */
function namesAfter(kept: readonly Pair<Owner>[]): (name: string) => string {
  const names = new Map(kept.map(({ before, now }) => [before.name, now.name]));
  return (name) => names.get(name) ?? name;
}

function compareType({ before, now }: Pair<ContentType>): readonly Change[] {
  const paths = { before: segmentOf(before), now: segmentOf(now) };
  if (before.kind !== now.kind) {
    return [typeKindChanged(now, { before: wordOf(before), now: wordOf(now) })];
  }
  return [
    ...(paths.before === paths.now ? [] : [pathChanged(now, paths)]),
    ...(before.draftAndPublish === now.draftAndPublish ? [] : [draftsChanged(now, now.draftAndPublish)]),
    ...(before.localized === now.localized ? [] : [localizationChanged(now, now.localized)]),
  ];
}

function wordOf({ kind }: ContentType): string {
  return kind === 'singleType' ? 'single type' : 'collection type';
}

function compareComponent({ before, now }: Pair<Component>): readonly Change[] {
  return before.name === now.name ? [] : [componentRenamed(now, before.name)];
}
