import type { Readable } from 'node:stream';

/**
 * Content on its way into the database, from an archive or another database. Every stream can be read several times and
 * yields one record at a time, so that memory does not depend on the amount of content. References stay row ids of the
 * source: the import resolves them with a temporary table.
 */
export interface Source {
  /** `content-gen export`, `Strapi 5.31.0 export`, `Strapi database on MySQL`: for messages. */
  readonly name: string;
  /** Strapi keeps users, roles, tokens and admins under its own type names; the import translates these names. */
  readonly kind: 'strapi' | 'content-gen';
  /**
   * How many records each stream has, as far as the source knows the number without reading the stream. For the
   * progress bar.
   */
  readonly counts: Partial<Record<'entities' | 'links' | 'files', number>>;
  /**
   * One record per row of a content type: `api::article.article`, `plugin::users-permissions.user`,
   * `plugin::users-permissions.role`, `plugin::users-permissions.permission`, `plugin::upload.file`,
   * `admin::api-token`, `admin::api-token-permission`, `admin::user`. Types may come in any order, rows of a type in the
   * order of their ids, because lists without a sort are answered in that order. The import reports types that it does
   * not know. With `isWanted`, other types may be left out.
   */
  entities(isWanted?: (type: string) => boolean): AsyncIterable<SourceEntity>;
  /**
   * All relations, also of users and of component entries, and media. With `isWanted`, only links of owners of these
   * types.
   */
  links(isWanted?: (type: string) => boolean): AsyncIterable<SourceLink>;
  /** Bytes of files that the source carries with it. A database carries no files. */
  files(): AsyncIterable<SourceFile>;
  /** The settings that Strapi keeps in its database, by the key of each setting; empty for content-gen. */
  settings(): Promise<Readonly<Record<string, unknown>>>;
  /** The webhooks that Strapi's admin panel stores; empty for content-gen. */
  webhooks(): Promise<readonly SourceWebhook[]>;
  /**
   * The schemas of Strapi by uid, with the stored types of custom fields; empty for content-gen. A database has no
   * schemas of components.
   */
  schemas(): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

export interface SourceWebhook {
  readonly name: string;
  readonly url: string;
  /** `entry.publish` */
  readonly events: readonly string[];
  readonly isEnabled: boolean;
}

export interface SourceEntity {
  /** `api::article.article` */
  readonly type: string;
  /** The row id in the source. Unique within the type. */
  readonly id: number;
  /** Empty for types without documents (admins, tokens). */
  readonly documentId: string;
  /** Empty for a row without a locale. */
  readonly locale: string;
  readonly status: 'draft' | 'published';
  /** The date of the source: a text, or milliseconds since 1970. Absent if the source has no date. */
  readonly createdAt?: string | number;
  readonly updatedAt?: string | number;
  readonly publishedAt?: string | number;
  /**
   * `cg_diverged` of a draft, if the source has this list. Otherwise the import compares the lists of both versions.
   */
  readonly diverged?: readonly string[];
  /**
   * Attributes by name, as JSON: dates and times as text, `biginteger` and `decimal` as text or number. Component entries
   * are nested in order: `{ id, ... }`, in dynamic zones `{ id, __component, ... }`. Relations and media are links.
   */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * One link of a relation, from the side that owns it. Media links are owned by the side that shows the file, although
 * Strapi stores them the other way round (`related` of the file).
 */
export interface SourceLink {
  readonly owner: {
    /** A content type, or a component: `shared.seo`. */
    readonly type: string;
    /** The row id of the version or the component entry. */
    readonly id: number;
    readonly field: string;
    /** The place of the target in the list of the owner. A number of any size; only the order of the numbers counts. */
    readonly position?: number;
  };
  readonly target: {
    /** The type of the target; for media `plugin::upload.file`. */
    readonly type: string;
    /** The row id of any version of the target document, or its document id. */
    readonly id: number | string;
    /** The place of the owner in the list of the target, if the target shows the relation. */
    readonly position?: number;
  };
}

/** The bytes of a file or of a format. */
export interface SourceFile {
  /** The name in the storage: `<hash><ext>`. Contains no path. */
  readonly name: string;
  readonly size: number;
  /** Must be consumed before the next file of the stream is asked for. */
  readonly bytes: Readable;
}
