import { Redirect } from 'wouter';

import { maySeeFiles, useDescription } from '../data/description.js';
import { seenListPath } from '../data/seen-lists.js';
import { EmptyState } from '../design/states.js';

/** Opens the first type. */
export default function HomeScreen() {
  const description = useDescription();
  const { types, caller } = description;
  const shown = types.filter(({ plugin }) => !plugin);
  const first = shown.find(({ single }) => !single) ?? shown[0];
  if (first !== undefined) return <Redirect to={seenListPath(first.name)} replace />;
  if (maySeeFiles(description)) return <Redirect to="/media" replace />;
  const who = caller.kind === 'user' ? `The role “${caller.role}”` : `The token “${caller.name}”`;
  return (
    <EmptyState title="There is nothing to edit">
      {who} may read no content type. Permissions are granted in <code>content-gen.config.ts</code>.
    </EmptyState>
  );
}
