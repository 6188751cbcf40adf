import { labelAttribute, labelOf } from './label.js';
import type {
  ApiDocument,
  Blocks,
  Components,
  DescribedAttribute,
  DescribedType,
  Entry,
  FileRecord,
  FormValue,
  FormValues,
  Ref,
} from './value.js';

interface FormContext {
  readonly components: Components;
  readonly types: readonly DescribedType[];
}

/** The form of a document as the API shows it. */
export function formOf(
  attributes: readonly DescribedAttribute[],
  document: ApiDocument,
  context: FormContext,
  path = '',
): FormValues {
  const entries = attributes.map((attribute) => {
    const value = document[attribute.name];
    const at = `${path}/${attribute.name}`;
    return [attribute.name, attribute.readable ? formValue(attribute, value, context, at) : undefined] as const;
  });
  return Object.fromEntries(entries);
}

function formValue(attribute: DescribedAttribute, value: unknown, context: FormContext, path: string): FormValue {
  switch (attribute.kind) {
    case 'scalar':
      return scalarForm(attribute.type, value);
    case 'media':
      // Files and documents come from the API, which documents their shape.
      return listOf(value) as readonly FileRecord[];
    case 'component':
      return listOf(value).map((entry, index) => entryForm(attribute.component, entry, context, `${path}/${index}`));
    case 'dynamicZone':
      return listOf(value).map((entry, index) =>
        entryForm(String(asDocument(entry)['__component']), entry, context, `${path}/${index}`),
      );
    case 'relation':
      return listOf(value).map((each) => refOf(asDocument(each), attribute.target, context));
  }
}

function scalarForm(type: string, value: unknown): FormValue {
  if (value === null || value === undefined) return type === 'json' ? '' : null;
  switch (type) {
    case 'password':
      return undefined;
    case 'json':
      return JSON.stringify(value, null, 2);
    case 'boolean':
      return value === true;
    case 'blocks':
      // The API accepts and shows blocks as a list of nodes only.
      return value as Blocks;
    default:
      // Numbers become the text that a control shows; the shortest text of a number reads back as the same number.
      return String(value);
  }
}

function entryForm(component: string, value: unknown, context: FormContext, path: string): Entry {
  const entry = asDocument(value);
  const attributes = context.components[component]?.attributes ?? [];
  const id = entry['id'];
  return {
    key: typeof id === 'number' ? `${component}:${id}` : path,
    ...(typeof id === 'number' ? { id } : {}),
    component,
    values: formOf(attributes, entry, context, path),
  };
}

/** A document in a relation. `target` is the uid of its type, which a polymorphic relation names in `__type`. */
export function refOf(document: ApiDocument, target: string | undefined, { types }: Pick<FormContext, 'types'>): Ref {
  const uid = target ?? String(document['__type']);
  const attributes = types.find((type) => type.uid === uid)?.attributes ?? [];
  const label = labelAttribute(attributes);
  return {
    documentId: String(document['documentId']),
    ...(label === undefined || label in document ? { label: labelOf(document, attributes) } : {}),
    ...(target === undefined ? { type: uid } : {}),
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function asDocument(value: unknown): ApiDocument {
  // Entries and documents are objects on the wire.
  return (value ?? {}) as ApiDocument;
}
