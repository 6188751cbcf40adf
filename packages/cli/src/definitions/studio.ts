/** How the studio shows an attribute. */
export interface AttributeStudioOptions {
  /** The name that editors read. Default: the name of the attribute, as words. */
  readonly label?: string;
  /** A text below the field. */
  readonly description?: string;
  /** A text in the field while it is empty. Only for attributes whose values are typed. */
  readonly placeholder?: string;
  /** The heading that the field shares with the other fields of the same group. */
  readonly group?: string;
  /** The columns of the field, of 12. Default: 12. On a phone, each field has the whole width. */
  readonly width?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;
  /** `true`: forms do not show the attribute. A save keeps its value. */
  readonly hidden?: boolean;
}

/** How the studio shows entries of a component. */
export interface ComponentStudioOptions<Name extends string = string> {
  /** The name that editors read. Default: the name, as words. */
  readonly label?: string;
  /** A text that says what it is for. */
  readonly description?: string;
  /** The attribute whose value names a document or an entry, in lists, pickers and headings. */
  readonly title?: Name;
  /** The first fields of the form, in their order. Other fields follow in the order of the definition. */
  readonly layout?: readonly Name[];
}

/** How the studio shows documents of a content type. */
export interface TypeStudioOptions<Name extends string = string> extends ComponentStudioOptions<Name> {
  /** The columns that a list has until its reader chooses others. */
  readonly columns?: readonly Name[];
  /** The order that a list has until its reader chooses another: `'date:desc'`. */
  readonly sort?: `${Name | 'createdAt' | 'updatedAt' | 'publishedAt'}${'' | ':asc' | ':desc'}`;
}
