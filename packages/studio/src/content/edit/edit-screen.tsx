import { useParams } from 'wouter';

import { mayOpen, typeByName, useDescription } from '../../data/description.js';
import { EmptyState } from '../../design/states.js';
import { DocumentEditor } from './document-editor.js';

/** `/content/:type/:documentId`; `new` is a document that does not exist yet. */
export default function EditScreen() {
  const { type: name = '', documentId = '' } = useParams();
  const description = useDescription();
  const type = typeByName(description, name);
  if (type === undefined || type.plugin) {
    return (
      <EmptyState title="There is no such type">
        You may not read a type called “{name}”, or it does not exist.
      </EmptyState>
    );
  }
  const id = documentId === 'new' ? undefined : documentId;
  if (id !== undefined && !mayOpen(type)) {
    return (
      <EmptyState title="You may not open this document">
        Your role may list documents of this type, and not open them.
      </EmptyState>
    );
  }
  return <DocumentEditor type={type} documentId={id} />;
}
