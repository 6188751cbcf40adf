import '../content.css';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import { type DescribedType, humanName, useDescription } from '../../data/description.js';
import { EmptyState, ErrorState, Loading } from '../../design/states.js';
import { blankForm } from '../form/blank.js';
import type { FormValues } from '../form/value.js';
import { type DocumentKey, editedStatus, loadDocument } from './document.js';
import { Editor } from './editor.js';

interface DocumentEditorProps {
  readonly type: DescribedType;
  /** `undefined` for a new document, and for a single type. */
  readonly documentId: string | undefined;
}

/** Loads a document, and edits it. The locale is in the address. */
export function DocumentEditor({ type, documentId }: DocumentEditorProps) {
  const description = useDescription();
  const [search] = useSearchParams();
  const locale = type.localized ? (search.get('locale') ?? description.locales.default) : undefined;
  const key: DocumentKey = { type, documentId, locale };
  const isCreate = documentId === undefined && !type.single;
  const status = editedStatus(type);
  const loaded = useQuery({
    queryKey: ['content', type.name, 'document', documentId, locale],
    // The form keeps what it was given, so a document is read anew whenever it is opened.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isCreate,
    queryFn: async ({ signal }) => (await loadDocument(key, status, description, signal)) ?? null,
  });
  const [copied, setCopied] = useState<FormValues>();
  if (!isCreate && loaded.isPending) return <Loading label="Loading the document" />;
  if (loaded.isError) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />;

  const found = loaded.data ?? undefined;
  const mayCreate = type.actions.includes(isCreate ? 'create' : 'update');
  if (found === undefined && !mayCreate) {
    return (
      <EmptyState title="There is nothing here">{`The document does not exist${locale === undefined ? '' : ` in ${locale}`}, and you may not create it.`}</EmptyState>
    );
  }
  return (
    <Editor
      // A form belongs to one version of one document; values of another locale start it anew.
      key={`${type.name} ${documentId ?? ''} ${locale ?? ''} ${copied === undefined ? '' : 'copied'}`}
      docKey={key}
      loaded={found}
      base={found?.values ?? blankForm(type.attributes, description.components)}
      start={copied}
      title={humanName(type.name)}
      onCopy={setCopied}
    />
  );
}
