import { useParams } from 'wouter';

import { typeByName, useDescription } from '../../data/description.js';
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
  return <DocumentEditor type={type} documentId={documentId === 'new' ? undefined : documentId} />;
}
