/** One result of `doctor`. */
export interface Finding {
  /** `ok` and `note` need no action; a `warning` matters in production; an `error` breaks something now. */
  readonly level: 'ok' | 'note' | 'warning' | 'error';
  readonly subject:
    | 'versions'
    | 'configuration'
    | 'database'
    | 'schema'
    | 'indexes'
    | 'references'
    | 'values'
    | 'production';
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
}

export type Findings = readonly Finding[];
