import type { FileUses } from '@content-gen/runtime/studio';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import { type DescribedType, mayOpen, maySeeFiles, typeByName, useDescription } from '../../data/description.js';
import { messageOf } from '../../failure.js';
import { api, studioApi } from '../../data/request.js';
import { Button } from '../../design/button.js';
import { documentAddress } from '../address.js';
import { editedStatus } from '../document/document.js';
import { labelAttribute, labelOf } from '../form/label.js';
import type { ApiDocument, FileRecord } from '../form/value.js';
import { counted } from '../../design/counted.js';

interface UsesAnswer {
  readonly data: readonly FileUses[];
}

/** The documents that use a file, as far as the caller may read them: of each type the number, and the newest. */
export function useUses(file: FileRecord) {
  const isKnown = maySeeFiles(useDescription());
  const { data, error, isPending } = useQuery({
    enabled: isKnown,
    queryKey: ['files', file.id, 'uses'],
    queryFn: ({ signal }) => studioApi<UsesAnswer>(`/uses/${file.id}`, { signal }),
  });
  const found = data?.data ?? [];
  return { isKnown, found, count: found.reduce((sum, { total }) => sum + total, 0), error, isPending };
}

export function Uses({ file, uses }: { readonly file: FileRecord; readonly uses: ReturnType<typeof useUses> }) {
  const { isKnown, found, count, error, isPending } = uses;
  if (!isKnown) return null;
  return (
    <section className="stack-small">
      <h3>Used in{count > 0 ? ` ${counted(count, 'document')}` : ''}</h3>
      {isPending ? <p className="muted small">Looking…</p> : null}
      {error === null ? null : <p className="note note-danger">{messageOf(error)}</p>}
      {!isPending && error === null && count === 0 ? (
        <p className="muted small">No document that you may read uses it.</p>
      ) : null}
      {found.map((each) => (
        <UsesOfType key={each.type} file={file} uses={each} />
      ))}
    </section>
  );
}

function UsesOfType({ file, uses }: { readonly file: FileRecord; readonly uses: FileUses }) {
  const type = typeByName(useDescription(), uses.type);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['files', file.id, 'uses', uses.type],
    initialPageParam: 0,
    initialData: { pages: [uses.documents], pageParams: [0] },
    staleTime: Infinity,
    queryFn: async ({ pageParam, signal }) => {
      const query = { type: uses.type, start: pageParam };
      const answer = await studioApi<UsesAnswer>(`/uses/${file.id}`, { query, signal });
      return answer.data[0]?.documents ?? [];
    },
    getNextPageParam: (last, pages) => {
      const shown = pages.flat().length;
      return last.length === 0 || shown >= uses.total ? undefined : shown;
    },
  });
  if (type === undefined) return null;
  return (
    <div className="stack-small">
      <h4 className="muted small">
        {type.label} ({uses.total})
      </h4>
      <ul className="uses">
        {data.pages.map((documents) => (
          <UseLinks key={documents[0]?.documentId} type={type} documents={documents} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button small variant="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

interface UseLinksProps {
  readonly type: DescribedType;
  readonly documents: FileUses['documents'];
}

/** Asks the API for the labels, because labels are content, which the endpoints of the studio do not answer. */
function UseLinks({ type, documents }: UseLinksProps) {
  const { maxLimit } = useDescription().api;
  const ids = documents.map(({ documentId }) => documentId);
  const label = labelAttribute(type.attributes);
  const { data = [] } = useQuery({
    queryKey: ['content', type.name, 'labels', ids],
    enabled: label !== undefined && !type.single && !type.plugin,
    queryFn: async ({ signal }) => {
      const query = {
        filters: { documentId: { $in: ids } },
        fields: type.localized ? [label, 'locale'] : [label],
        // A document has a row for each locale.
        pagination: { pageSize: maxLimit, withCount: false },
        ...(type.draftAndPublish ? { status: editedStatus(type) } : {}),
        ...(type.localized ? { locale: '*' } : {}),
      };
      return (await api<{ data: readonly ApiDocument[] }>(`/${type.path}`, { query, signal })).data;
    },
  });
  return documents.map(({ documentId, locale }) => {
    const versions = data.filter((each) => each['documentId'] === documentId);
    const document = versions.find((each) => each['locale'] === locale) ?? versions[0];
    const text = document === undefined ? documentId : labelOf(document, type.attributes);
    return (
      <li key={documentId} className="truncate">
        {type.plugin || !mayOpen(type) ? (
          text
        ) : (
          <Link href={documentAddress(type, documentId, locale)}>{type.single ? type.label : text}</Link>
        )}
      </li>
    );
  });
}
