/** Models made by hand, for what no definition can say, or before there is one. */
import type { Settings } from '@content-gen/runtime';

import type {
  Attribute,
  Component,
  ContentModel,
  ContentType,
  Media,
  Named,
  Relation,
  Scalar,
  ScalarType,
} from '../src/model/model.js';

const span = { file: 'content/sample.ts', line: 1, column: 1 };

export function named(name: string): Named {
  return {
    name,
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    required: false,
    private: false,
    writable: true,
    visible: true,
    searchable: true,
    span,
  };
}

export function scalar(name: string, type: ScalarType, options: Partial<Scalar> = {}): Scalar {
  const values = type === 'enumeration' ? { values: ['calm', 'urgent'] } : {};
  return { ...named(name), kind: 'scalar', type, unique: false, ...values, ...options };
}

export function media(name: string, options: Partial<Media> = {}): Media {
  return { ...named(name), kind: 'media', multiple: false, ...options };
}

export function relation(
  name: string,
  options: Pick<Relation, 'cardinality' | 'target' | 'storage'> & Partial<Relation>,
) {
  return { ...named(name), kind: 'relation', ...options } satisfies Relation;
}

export function contentType(
  name: string,
  attributes: readonly Attribute[],
  options: Partial<ContentType> = {},
): ContentType {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    name,
    plural: `${name}s`,
    uid: `api::${name}.${name}`,
    kind: 'collectionType',
    table: `${name}s`,
    tableSymbol: `${name}s`,
    symbols: { type, value: name, prefix: name },
    draftAndPublish: false,
    localized: false,
    indexes: [],
    search: false,
    attributes,
    source: `content/${name}.ts`,
    span,
    ...options,
  };
}

export function modelOf(contentTypes: readonly ContentType[], components: readonly Component[] = []): ContentModel {
  return { contentTypes, components };
}

export const settings: Settings = {
  api: {
    prefix: '/api',
    responses: 'documented',
    rest: {
      defaultLimit: 25,
      maxLimit: 100,
      withCount: true,
      strictParams: true,
      maxPopulatedRows: 20_000,
      maxResponseBytes: 4_194_304,
      maxBodyBytes: 1_048_576,
      maxBulkItems: 1_000,
      maxSortedRows: 200_000,
      publicTimeoutMs: 1_000,
    },
    cors: { origins: '*', credentials: false },
  },
  locales: { default: 'en', all: ['en'] },
  permissions: {},
  tokens: [],
};
