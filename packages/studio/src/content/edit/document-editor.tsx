import '../content.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';

import { type DescribedType, useDescription } from '../../data/description.js';
import { inSentence } from '../../data/in-sentence.js';
import { seenListPath } from '../../data/seen-lists.js';
import { mayCreate, mayUpdate } from '../../data/write-rights.js';
import { EmptyState, ErrorState, Loading } from '../../design/states.js';
import { blankForm, sharedValues } from '../form/blank.js';
import { type DocumentKey, type LoadedDocument, openDocument, openedKey } from '../document/document.js';
import { Editor } from './editor.js';
import { keptName, readKept } from './kept-changes.js';

interface DocumentEditorProps {
  readonly type: DescribedType;
  /** `undefined` for a new document, and for a single type. */
  readonly documentId: string | undefined;
}

/** A document that the form of a new document has created. The form stays, with its focus. */
interface Created {
  readonly documentId: string;
  readonly locale: string | undefined;
  readonly formId: string;
}

/** Counts the documents that were created, so that the next new document has another form. */
let made = 0;

/** Loads a document, and edits it. The locale is in the address. */
export function DocumentEditor({ type, documentId }: DocumentEditorProps) {
  const description = useDescription();
  const [search] = useSearchParams();
  const locale = type.localized ? (search.get('locale') ?? description.locales.default) : undefined;
  const key: DocumentKey = { type, documentId, locale };
  const isCreate = documentId === undefined && !type.single;
  const created = useRef<Created>(undefined);
  /** The form of the created document, until the query has it. */
  const first = useRef<LoadedDocument>(undefined);
  const isCreated =
    documentId !== undefined && created.current?.documentId === documentId && created.current.locale === locale;
  const opened = useQuery({
    queryKey: openedKey(key),
    // The form keeps what it was given, so a document is read anew whenever it is opened.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isCreate,
    queryFn: ({ signal }) => openDocument(key, description, signal),
    ...(isCreated && first.current !== undefined ? { initialData: { version: first.current } } : {}),
  });
  useEffect(() => {
    first.current = undefined;
  }, [documentId]);
  if (!isCreate && opened.isPending) return <Loading label="Loading the document" />;
  // A form that is open stays, whatever happens to a later read.
  if (opened.isError && opened.data === undefined) {
    return <ErrorState error={opened.error} onRetry={() => void opened.refetch()} />;
  }

  const { version, sibling } = opened.data ?? {};
  const isGone = !isCreate && !type.single && version === undefined && sibling === undefined;
  if (isGone && readKept(keptName(key, description)) === undefined) return <Gone type={type} />;
  if (version === undefined && !(isCreate ? mayCreate : mayUpdate)(type)) {
    return (
      <EmptyState title="There is nothing here">{`The document does not exist${locale === undefined ? '' : ` in ${locale}`}, and you may not create it.`}</EmptyState>
    );
  }
  const { attributes } = type;
  const formId = isCreate ? `new ${made}` : isCreated ? created.current?.formId : documentId;
  return (
    <Editor
      // A form belongs to one version of one document.
      key={`${type.name} ${formId ?? ''} ${locale ?? ''}`}
      docKey={key}
      loaded={version}
      sibling={sibling}
      base={
        version?.values ?? {
          ...blankForm(attributes, description.components),
          ...(sibling === undefined ? {} : sharedValues(attributes, sibling.values)),
        }
      }
      title={type.label}
      onCreated={(id, loaded) => {
        created.current = { documentId: id, locale, formId: `new ${made}` };
        first.current = loaded;
        made++;
      }}
    />
  );
}

function Gone({ type }: { readonly type: DescribedType }) {
  const all = <Link href={seenListPath(type.name)}>{`All ${inSentence(type.label)} documents`}</Link>;
  return (
    <EmptyState title="This document does not exist" action={all}>
      It was deleted, or you may not read it.
    </EmptyState>
  );
}
