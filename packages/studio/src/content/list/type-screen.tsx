import { useParams } from 'wouter';

import { typeByName, useDescription } from '../../data/description.js';
import { EmptyState } from '../../design/states.js';
import { DocumentEditor } from '../edit/document-editor.js';
import { ListScreen } from './list-screen.js';

/** `/content/:type`: the list of a collection, or the document of a single type. */
export default function TypeScreen() {
  const { type: name = '' } = useParams();
  const type = typeByName(useDescription(), name);
  if (type === undefined || type.plugin) {
    return (
      <EmptyState title="There is no such type">
        You may not read a type called “{name}”, or it does not exist.
      </EmptyState>
    );
  }
  return type.single ? (
    <DocumentEditor key={name} type={type} documentId={undefined} />
  ) : (
    <ListScreen key={name} type={type} />
  );
}
