import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import {
  type DescribedAttribute,
  type DescribedType,
  type Description,
  humanName,
  useDescription,
} from '../../data/description.js';
import { api } from '../../data/request.js';
import { editedStatus } from '../edit/document.js';
import { labelOf } from '../form/label.js';
import { populateOf } from '../form/populate.js';
import type { ApiDocument, FileRecord } from '../form/value.js';

export interface Use {
  readonly type: DescribedType;
  readonly documentId: string;
  readonly label: string;
}

/** The API cannot filter by files, so the studio looks through this many documents of each type, the newest first. */
const LOOKED_AT = 200;
const PAGE = 50;

/** The documents that use a file, as far as the caller may read them. */
export function useUses(file: FileRecord): { readonly found: readonly Use[]; readonly isPending: boolean } {
  const description = useDescription();
  const { data = [], isPending } = useQuery({
    queryKey: ['files', file.id, 'uses'],
    queryFn: async ({ signal }) => {
      const types = description.types.filter((type) => !type.plugin && holdsMedia(type.attributes, description));
      const found: Use[] = [];
      for (const type of types) found.push(...(await usesIn(type, file, description, signal)));
      return found;
    },
  });
  return { found: data, isPending };
}

async function usesIn(
  type: DescribedType,
  file: FileRecord,
  description: Description,
  signal: AbortSignal,
): Promise<readonly Use[]> {
  const found: Use[] = [];
  for (let start = 0; start < (type.single ? 1 : LOOKED_AT); start += PAGE) {
    const query = {
      populate: populateOf(type.attributes, description),
      ...(type.single ? {} : { sort: 'updatedAt:desc', pagination: { start, limit: PAGE, withCount: false } }),
      ...(type.draftAndPublish ? { status: editedStatus(type) } : {}),
    };
    const answer = await api<{ data: ApiDocument | readonly ApiDocument[] | null }>(`/${type.path}`, {
      query,
      signal,
    }).catch(() => ({ data: null }));
    const documents = answer.data === null ? [] : Array.isArray(answer.data) ? answer.data : [answer.data];
    for (const document of documents) {
      if (!mentions(document, file)) continue;
      found.push({ type, documentId: String(document['documentId']), label: labelOf(document, type.attributes) });
    }
    if (documents.length < PAGE) break;
  }
  return found;
}

/** Whether a value contains the record of a file, at any depth. */
function mentions(value: unknown, file: FileRecord): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('mime' in value && 'documentId' in value && value.documentId === file.documentId) return true;
  return Object.values(value).some((inner) => mentions(inner, file));
}

function holdsMedia(
  attributes: readonly DescribedAttribute[],
  description: Description,
  seen: readonly string[] = [],
): boolean {
  return attributes.some((attribute) => {
    if (attribute.kind === 'media') return true;
    const names =
      attribute.kind === 'component'
        ? [attribute.component]
        : attribute.kind === 'dynamicZone'
          ? attribute.components
          : [];
    return names.some(
      (name) =>
        !seen.includes(name) &&
        holdsMedia(description.components[name]?.attributes ?? [], description, [...seen, name]),
    );
  });
}

export function Uses({ uses }: { readonly uses: ReturnType<typeof useUses> }) {
  const { found, isPending } = uses;
  return (
    <section className="stack-small">
      <h3>Used in</h3>
      {isPending ? <p className="muted small">Looking…</p> : null}
      {!isPending && found.length === 0 ? (
        <p className="muted small">No document among the newest {LOOKED_AT} of each type uses it.</p>
      ) : null}
      <ul>
        {found.map(({ type, documentId, label }) => (
          <li key={`${type.name} ${documentId}`} className="row">
            <span className="muted small">{humanName(type.name)}</span>
            <Link
              href={type.single ? `/content/${type.name}` : `/content/${type.name}/${documentId}`}
              className="truncate"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
