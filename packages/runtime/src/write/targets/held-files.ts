import type { FileReach } from '../../access/index.js';
import type { Executor } from '../../database/index.js';
import {
  type AnyComponent,
  type AnyModel,
  type Attribute,
  type Values,
  componentOf,
  entriesIn,
} from '../../model/index.js';
import { versionsIn } from '../versions/version.js';

/**
 * The files that a document shows to a caller, in any version. A body may name them again, because clients send whole
 * documents back.
 */
export async function heldFiles(
  executor: Executor,
  model: AnyModel,
  documentId: string,
  { maySeeIn, mayChange }: FileReach,
): Promise<ReadonlySet<number>> {
  if (!(await mayChange(executor, documentId))) return new Set();
  const versions = await versionsIn(executor, model, documentId, undefined);
  const seen = (attribute: Attribute, name: string) => isShown(attribute) && maySeeIn(name);
  return new Set(versions.flatMap(({ values }) => filesIn(model, values, seen)));
}

function filesIn(
  holder: AnyModel | AnyComponent,
  values: Values,
  isSeen: (attribute: Attribute, name: string) => boolean,
): readonly number[] {
  return Object.entries(holder.attributes).flatMap(([name, attribute]) => {
    if (!isSeen(attribute, name)) return [];
    const value = values[name];
    if (attribute.kind === 'media') return [value].flat().filter((file) => typeof file === 'number');
    return entriesIn(value).flatMap((entry) => {
      const component = componentOf(attribute, entry);
      return component === undefined ? [] : filesIn(component, entry, isShown);
    });
  });
}

function isShown(attribute: Attribute): boolean {
  return attribute.private !== true && attribute.visible !== false;
}
