/** The differences that docs/compatibility.md explains: Strapi and content-gen mean the same and answer differently. */
export const explanations = {
  search: '_q also searches in documentId and locale there',
  status: 'a sort by the attribute status has no effect there, because the type has drafts',
  order: 'the other database puts null or texts in another order than PostgreSQL',
  locales: 'a type without locales shows every locale of a related document there, and one of them here',
  morph: 'a polymorphic relation appears there only on the side where it was written',
  versions: 'filters on relations also see drafts and other locales of related documents there',
  digits: 'the other database loses digits of large integers',
} as const;

export type Explanation = keyof typeof explanations;
