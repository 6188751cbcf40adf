import { Redirect, useParams } from 'wouter';

import { typeByName, useDescription } from '../../data/description.js';
import { inChunk } from '../../design/chunk.js';
import { EmptyState } from '../../design/states.js';
import { ListScreen } from './list-screen.js';

/** A chunk of its own, because the controls of the editor are larger than the rest of the studio. */
const DocumentEditor = inChunk(async () => ({ default: (await import('../edit/document-editor.js')).DocumentEditor }));

/** `/content/:type`: the list of a collection, or the document of a single type. */
export default function TypeScreen() {
  const { type: name = '' } = useParams();
  const type = typeByName(useDescription(), name);
  // The former address of the library, which people may have kept.
  if (type === undefined && name === 'media') return <Redirect to="/media" replace />;
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
