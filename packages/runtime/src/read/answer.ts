/** A response body as it goes out. */
export interface Answer {
  readonly body: string | Uint8Array;
  /** The version of the one document it shows; the beginning of its ETag. */
  readonly version?: number;
}
