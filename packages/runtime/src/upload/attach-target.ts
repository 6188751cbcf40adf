import { type WriteRight, allows, authorizeWrite } from '../access/index.js';
import type { Scope } from '../content/index.js';
import { invalidKey, ValidationError } from '../errors/index.js';
import { type AnyModel, type MediaAttribute, mediaClassOf } from '../model/index.js';

/** The media attribute of a document that uploaded files are added to. */
export interface AttachTarget {
  readonly model: AnyModel;
  readonly name: string;
  readonly attribute: MediaAttribute;
  /** The right of the caller to change the document. */
  readonly right: WriteRight;
  /** A row id of the document, or its document id. */
  readonly id: string;
}

/** Reads `ref`, `refId` and `field`; `undefined` if none of them is given. */
export function parseTarget(scope: Scope, fields: ReadonlyMap<string, readonly string[]>): AttachTarget | undefined {
  const [ref, id, name] = ['ref', 'refId', 'field'].map((key) => fields.get(key)?.at(-1) ?? '');
  if (!ref && !id && !name) return undefined;
  if (!ref || !id || !name) throw new ValidationError('ref, refId and field are given together');
  const model = scope.content.modelsByUid.get(ref);
  if (model === undefined) throw new ValidationError(`Invalid ref: there is no content type ${ref}`);
  // Attaching a file changes the document, so the right to upload is not enough.
  const right = authorizeWrite(scope, model, 'update');
  const attribute = Object.hasOwn(model.attributes, name) ? model.attributes[name] : undefined;
  const isWritable = attribute?.writable !== false && allows(scope, model, name, 'write');
  if (attribute?.kind !== 'media' || !isWritable) {
    throw invalidKey(
      name,
      { source: 'body', param: 'field', path: 'field' },
      `Invalid field: ${ref} has no media ${name}`,
    );
  }
  const target = { model, name, attribute, right, id };
  // PostgreSQL accepts no zero character in text.
  if (id.includes('\0')) throw noDocument(target);
  return target;
}

/** Refuses files of a class that the attribute does not allow. */
export function checkClasses({ attribute, name }: AttachTarget, types: readonly string[]): void {
  const { allowedTypes } = attribute;
  if (allowedTypes === undefined || types.every((type) => allowedTypes.includes(mediaClassOf(type)))) return;
  throw new ValidationError(`${name} takes only ${allowedTypes.join(', ')}`);
}

/** One error for missing and hidden documents, because a difference would reveal that a document exists. */
export function noDocument({ model, id }: AttachTarget): ValidationError {
  return new ValidationError(`Invalid refId: there is no ${model.name} ${id}`);
}
