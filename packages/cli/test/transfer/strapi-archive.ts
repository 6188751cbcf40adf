/** Archives with the files, names and fields that `strapi export` of Strapi 5 writes. */
import { createCipheriv, scryptSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { type Header, pack } from 'tar-stream';

export interface Entity {
  readonly type: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `left` is the owner; `pos` is its place in the list. */
export interface Link {
  readonly kind: 'relation.basic' | 'relation.circular' | 'relation.morph';
  readonly relation: string;
  readonly left: { type: string; ref: number; field: string; pos?: number };
  readonly right: { type: string; ref: number; field?: string; pos?: number };
}

export interface Contents {
  readonly entities?: readonly Entity[];
  readonly links?: readonly Link[];
  /** Bytes by `<hash><ext>`. */
  readonly assets?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** Entries that Strapi would not write. */
  readonly extra?: readonly (readonly [Partial<Header> & { name: string }, string?])[];
  readonly withoutMetadata?: boolean;
}

export async function writeStrapiArchive(path: string, contents: Contents): Promise<string> {
  const tar = pack();
  const add = (name: string, text: string) => tar.entry({ name }, text);
  const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
  add('schemas/schemas_00001.jsonl', lines([]));
  add('entities/entities_00001.jsonl', lines(contents.entities ?? []));
  for (const [name, bytes] of Object.entries(contents.assets ?? {})) {
    add(`assets/metadata/${name}.json`, JSON.stringify({ name }));
    add(`assets/uploads/${name}`, bytes);
  }
  add('links/links_00001.jsonl', lines(contents.links ?? []));
  for (const [header, text] of contents.extra ?? []) tar.entry(header, text ?? '');
  if (contents.withoutMetadata !== true) {
    add(
      'metadata.json',
      JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', strapi: { version: '5.31.0' } }, null, 2),
    );
  }
  tar.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of tar) pieces.push(piece as Buffer);
  const zipped = gzipSync(Buffer.concat(pieces));
  if (contents.key === undefined) writeFileSync(path, zipped);
  else {
    const cipher = createCipheriv('aes-128-ecb', scryptSync(contents.key, '', 16), null);
    writeFileSync(path, Buffer.concat([cipher.update(zipped), cipher.final()]));
  }
  return path;
}

const DAY = '2024-03-01T10:00:00.000Z';

/** A row as Strapi writes it: a draft without `publishedAt`. */
export function row(
  type: string,
  id: number,
  documentId: string,
  data: Readonly<Record<string, unknown>>,
  status: 'draft' | 'published' = 'published',
): Entity {
  const publishedAt = status === 'published' ? '2024-03-02T10:00:00.000Z' : null;
  return { type, id, data: { documentId, createdAt: DAY, updatedAt: DAY, publishedAt, locale: null, ...data } };
}
