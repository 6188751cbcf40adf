import { type ComponentType, createContext, useContext } from 'react';

import type { Description } from '../../data/description.js';
import type { Change } from '../form/change.js';
import type { Problems } from '../form/problems/problems.js';
import type { ApiDocument, DescribedAttribute, DescribedType, FormValue, FormValues } from '../form/value.js';

export interface AttributeFieldsProps {
  readonly attributes: readonly DescribedAttribute[];
  readonly values: FormValues;
  /** The path of the entry that has the values; absent for a document. */
  readonly path?: string;
  /** The same function each time, otherwise a change of one field draws all of them. */
  readonly onChange: (name: string, change: Change) => void;
}

export interface CreateDialogProps {
  readonly type: DescribedType;
  /** The locale of the form behind the dialog. */
  readonly locale: string | undefined;
  /** The text that the user looked for, which becomes the name of the document. */
  readonly named: string;
  readonly onCreated: (document: ApiDocument) => void;
  readonly onClose: () => void;
}

/** Parts of a form that have fields themselves. The context has them, because fields cannot import what is made of fields. */
export interface FormParts {
  readonly AttributeFields: ComponentType<AttributeFieldsProps>;
  readonly CreateDialog: ComponentType<CreateDialogProps>;
}

/** A value that a person goes to; another object each time. */
export interface Aim {
  readonly path: string;
}

export interface FieldContext {
  readonly parts: FormParts;
  readonly description: Description;
  readonly type: DescribedType;
  /** The document that is edited; `undefined` for a new one. */
  readonly documentId: string | undefined;
  readonly locale: string | undefined;
  readonly status: 'draft' | 'published';
  readonly problems: Problems;
  /** How often a save was refused: each time, entries with problems open. */
  readonly refusals: number;
  /** Entries around this value open. */
  readonly aim?: Aim | undefined;
  /** The caller may not write the document. */
  readonly readOnly: boolean;
}

const Context = createContext<FieldContext | undefined>(undefined);
export const FieldContextProvider = Context.Provider;

export function useFieldContext(): FieldContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('A field is outside of a form.');
  return context;
}

const Values = createContext<FormValues>({});
export const DocumentValuesProvider = Values.Provider;

/**
 * The values of the document itself, such as the title that a uid is made from. The values are apart from the other
 * facts of a form, because each pressed key changes the values, and draws all fields again that use them.
 */
export function useDocumentValues(): FormValues {
  return useContext(Values);
}

export interface FieldProps<Attribute = DescribedAttribute> {
  readonly attribute: Attribute;
  readonly value: FormValue;
  readonly onChange: (change: Change) => void;
  /** `seo.title` */
  readonly path: string;
}

export type AttributeOf<Kind extends DescribedAttribute['kind']> = Extract<DescribedAttribute, { readonly kind: Kind }>;
