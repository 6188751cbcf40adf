import { BoundedCache } from './bounded-cache.js';

/** A response body with its digest. */
export interface DigestedAnswer {
  readonly body: string | Uint8Array;
  /** The revision of the document, if the body has a single document. */
  readonly version?: string;
  readonly digest: string;
}

/** The answer to a request, or the note that a request has asked. */
export interface CachedResponse {
  /** The snapshot of the database that the answer holds for. */
  readonly snapshot: string;
  /** Absent if no second request has asked for the answer yet. */
  readonly answer: DigestedAnswer | undefined;
  /** Whether the answer was given again. */
  isUsed: boolean;
}

const MAX_ANSWERS = 5_000;
/** The size of an entry without an answer. */
const ENTRY_BYTES = 300;
/** The part of the memory that a single answer may take. */
const MAX_SHARE = 1 / 16;

/** Answers to requests that may be repeated, up to a number of bytes; see `read/cached-response.ts`. */
export class ResponseCache {
  readonly #entries: BoundedCache<CachedResponse>;
  readonly #maxBytes: number;
  readonly #readAgain = new Map<string, Promise<unknown>>();
  #repeated = 0;
  #read = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    // The cache has two generations, each with half of the memory.
    this.#entries = new BoundedCache(MAX_ANSWERS, maxBytes / 2);
  }

  get usage() {
    return { entries: this.#entries.usage.entries, hits: this.#repeated, misses: this.#read };
  }

  find(name: string): CachedResponse | undefined {
    return this.#entries.get(name);
  }

  /** Gives a remembered answer again, if the database still has its snapshot. */
  repeat(name: string, snapshot: string | undefined): DigestedAnswer | undefined {
    const entry = this.#entries.get(name);
    if (entry?.answer === undefined || entry.snapshot !== snapshot) return undefined;
    entry.isUsed = true;
    this.#repeated++;
    return entry.answer;
  }

  /** The answer that another request reads at the moment, because the remembered one is outdated. */
  readAgain(name: string): Promise<unknown> | undefined {
    return this.#readAgain.get(name);
  }

  /** Lets other requests wait for an answer that is read and kept. */
  lead<T>(name: string, reading: Promise<T>): Promise<T> {
    const ended = reading.then(
      () => this.#readAgain.delete(name),
      () => this.#readAgain.delete(name),
    );
    this.#readAgain.set(name, ended);
    return reading;
  }

  /** Remembers that a request has asked, so that the answer to the next one is kept. */
  noteAsked(name: string, snapshot: string): void {
    this.#set(name, snapshot, undefined);
  }

  keep(name: string, snapshot: string, answer: DigestedAnswer): void {
    this.#set(name, snapshot, answer);
  }

  #set(name: string, snapshot: string, answer: DigestedAnswer | undefined): void {
    this.#read++;
    const bytes = ENTRY_BYTES + name.length + (answer?.body.length ?? 0);
    if (bytes <= this.#maxBytes * MAX_SHARE) this.#entries.set(name, { snapshot, answer, isUsed: false }, bytes);
  }
}
