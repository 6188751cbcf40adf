/** The types of attributes that are stored in a column of their own. */
export const storableTypes: readonly string[] =
  'string text richtext blocks email password uid integer biginteger float decimal boolean date time datetime timestamp json'.split(
    ' ',
  );
