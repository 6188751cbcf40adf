/** What an editor of its own, which no label element can name, says to screen readers. */
export interface EditorNaming {
  readonly label: string;
  readonly required: boolean;
  /** The id of the text that says what is wrong with the value. */
  readonly problem: string | undefined;
}

export function editorAttributes({ label, required, problem }: EditorNaming) {
  return {
    'aria-label': label,
    'aria-required': required ? ('true' as const) : ('false' as const),
    'aria-invalid': problem === undefined ? ('false' as const) : ('true' as const),
    ...(problem === undefined ? {} : { 'aria-describedby': problem }),
  };
}
