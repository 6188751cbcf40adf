import type { ListChange } from '../../../src/order/operations.js';
import { changed } from './plain-arrays.js';

/** A relation is stored in a link table, or in a column of one side. */
export type Kind = 'link' | 'column';

/** Lists by document, of drafts and of published versions, as the database has them. */
export interface State {
  readonly own: Map<string, string[]>;
  readonly inverse: Map<string, string[]>;
}

export class Model {
  readonly draft: State = { own: new Map(), inverse: new Map() };
  /** The lists of published books. */
  readonly published = new Map<string, string[]>();
  readonly readersPublished = new Set<string>();
  /** Changes of readers to drafts of books that are not published yet. */
  readonly pending = new Map<string, { came: Set<string>; went: Set<string>; arranged: boolean }>();

  constructor(
    readonly books: readonly string[],
    readonly readers: readonly string[],
    readonly kind: Kind,
  ) {
    for (const book of books) this.draft.own.set(book, []);
    for (const reader of readers) this.addReader(reader);
  }

  /** Of documents that are on both sides: one more. */
  join(id: string): void {
    this.draft.own.set(id, []);
    this.addReader(id);
  }

  private addReader(reader: string): void {
    this.draft.inverse.set(reader, []);
    this.pending.set(reader, { came: new Set(), went: new Set(), arranged: false });
  }

  writeBook(book: string, changes: ListChange, publish: boolean): void {
    const before = this.draft.own.get(book)!;
    // The changes of this test are never strict, so no anchor is missing.
    const full = changed(before, changes) ?? [];
    const after = this.kind === 'column' ? full.slice(-1) : full;
    this.draft.own.set(book, after);
    for (const reader of before) if (!after.includes(reader)) this.leave(reader, book);
    for (const reader of after) if (!before.includes(reader)) this.draft.inverse.get(reader)!.push(book);
    if (publish) this.publishBook(book);
  }

  writeReader(reader: string, changes: ListChange, publish: boolean): void {
    const before = this.draft.inverse.get(reader)!;
    const after = changed(before, changes) ?? [];
    const named = changes.kind === 'set' ? after : changes.connect.map(({ id }) => id);
    const gone =
      changes.kind === 'set'
        ? [...this.draft.own.keys()].filter((book) => !after.includes(book))
        : changes.disconnect.filter((book) => !named.includes(book));
    this.draft.inverse.set(reader, after);
    const pending = this.pending.get(reader)!;
    const { came, went } = pending;
    if (!publish && before.join() !== after.join()) pending.arranged = true;
    for (const book of before.filter((one) => !after.includes(one))) {
      this.draft.own.set(
        book,
        this.draft.own.get(book)!.filter((one) => one !== reader),
      );
      came.delete(book);
      if (!publish) went.add(book);
    }
    for (const book of after.filter((one) => !before.includes(one))) {
      if (this.kind === 'column') for (const other of this.draft.own.get(book)!) this.leave(other, book);
      this.draft.own.set(book, this.kind === 'column' ? [reader] : [...this.draft.own.get(book)!, reader]);
      went.delete(book);
      if (!publish) came.add(book);
    }
    if (!publish) return;
    for (const book of named) this.addPublished(book, reader);
    for (const book of gone) this.dropPublished(book, reader);
    this.publishReader(reader);
  }

  publishBook(book: string): void {
    this.published.set(book, [...this.draft.own.get(book)!]);
  }

  publishReader(reader: string): void {
    const { came, went } = this.pending.get(reader)!;
    const has = (book: string) => this.draft.own.get(book)!.includes(reader);
    for (const book of came) if (has(book)) this.addPublished(book, reader);
    for (const book of went) if (!has(book)) this.dropPublished(book, reader);
    came.clear();
    went.clear();
    this.pending.get(reader)!.arranged = false;
    this.readersPublished.add(reader);
  }

  discardReader(reader: string): void {
    const { came, went } = this.pending.get(reader)!;
    for (const book of [...came, ...went]) {
      const published = this.published.get(book);
      if (published === undefined) continue;
      const own = this.draft.own.get(book)!;
      const has = published.includes(reader);
      if (has && !own.includes(reader) && went.has(book)) {
        if (this.kind === 'column') for (const other of own) this.leave(other, book);
        this.draft.own.set(book, this.kind === 'column' ? [reader] : [...own, reader]);
        this.draft.inverse.get(reader)!.push(book);
      } else if (!has && own.includes(reader) && came.has(book)) {
        this.draft.own.set(
          book,
          own.filter((one) => one !== reader),
        );
        this.leave(reader, book);
      }
    }
    came.clear();
    went.clear();
    this.pending.get(reader)!.arranged = false;
  }

  discardBook(book: string): void {
    const before = this.draft.own.get(book)!;
    const after = this.published.get(book)!;
    this.draft.own.set(book, [...after]);
    for (const reader of before) if (!after.includes(reader)) this.leave(reader, book);
    for (const reader of after) if (!before.includes(reader)) this.draft.inverse.get(reader)!.push(book);
  }

  /** A document is deleted, and another one made. */
  replace(old: string, next: string): void {
    const without = (lists: Map<string, string[]>) => {
      for (const [id, list] of lists)
        if (list.includes(old))
          lists.set(
            id,
            list.filter((one) => one !== old),
          );
    };
    for (const lists of [this.draft.own, this.draft.inverse, this.published]) without(lists);
    for (const { came, went } of this.pending.values()) for (const set of [came, went]) set.delete(old);
    this.readersPublished.delete(old);
    if (this.draft.own.delete(old)) this.draft.own.set(next, []);
    if (this.draft.inverse.delete(old)) this.addReader(next);
    this.published.delete(old);
    this.pending.delete(old);
  }

  private leave(reader: string, book: string): void {
    this.draft.inverse.set(
      reader,
      this.draft.inverse.get(reader)!.filter((one) => one !== book),
    );
  }

  private addPublished(book: string, reader: string): void {
    const list = this.published.get(book);
    if (list === undefined || list.includes(reader)) return;
    this.published.set(book, this.kind === 'column' ? [reader] : [...list, reader]);
  }

  private dropPublished(book: string, reader: string): void {
    const list = this.published.get(book);
    if (list !== undefined)
      this.published.set(
        book,
        list.filter((one) => one !== reader),
      );
  }
}

/** The entries of a list that another list has, too. */
export const kept = (list: readonly string[] | undefined, among: readonly string[] | undefined) =>
  (list ?? []).filter((entry) => among?.includes(entry) === true);
