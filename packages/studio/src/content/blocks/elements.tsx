import {
  ReactEditor,
  type RenderElementProps,
  type RenderLeafProps,
  useFocused,
  useSelected,
  useSlateStatic,
} from 'slate-react';

import { safeLink } from '../form/links.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

export function BlockElement({ attributes, element, children }: RenderElementProps) {
  switch (element.type) {
    case 'heading':
      // A heading of the text is a `p`, because the outline of the page must not contain the text of an editor.
      return (
        <p {...attributes} className={`block-heading block-${HEADINGS[element.level - 1] ?? 'h6'}`}>
          {children}
        </p>
      );
    case 'quote':
      return <blockquote {...attributes}>{children}</blockquote>;
    case 'code':
      return (
        <pre {...attributes}>
          <code>{children}</code>
        </pre>
      );
    case 'list':
      return (
        <ListBlock attributes={attributes} element={element}>
          {children}
        </ListBlock>
      );
    case 'list-item':
      return <li {...attributes}>{children}</li>;
    case 'link':
      return (
        <a
          {...attributes}
          href={safeLink(element.url)}
          rel="noreferrer"
          onClick={(event) => event.preventDefault()}
          title={element.url}
        >
          {children}
        </a>
      );
    case 'image':
      return (
        <ImageBlock attributes={attributes} element={element}>
          {children}
        </ImageBlock>
      );
    default:
      return <p {...attributes}>{children}</p>;
  }
}

/** In HTML, a list inside of a list is in an item. */
function ListBlock({ attributes, element, children }: RenderElementProps) {
  const editor = useSlateStatic();
  const List = element.type === 'list' && element.format === 'ordered' ? 'ol' : 'ul';
  const isNested = ReactEditor.findPath(editor, element).length > 1;
  if (!isNested) return <List {...attributes}>{children}</List>;
  return (
    <li {...attributes} className="block-nested">
      <List>{children}</List>
    </li>
  );
}

function ImageBlock({ attributes, element, children }: RenderElementProps) {
  const selected = useSelected();
  const focused = useFocused();
  const image = element.type === 'image' ? element.image : undefined;
  return (
    <div {...attributes}>
      <div contentEditable={false} className={`block-image ${selected && focused ? 'is-selected' : ''}`}>
        <img src={safeLink(image?.url ?? '')} alt={image?.alternativeText ?? ''} />
      </div>
      {children}
    </div>
  );
}

export function Leaf({ attributes, leaf, children }: RenderLeafProps) {
  let shown = children;
  if (leaf.bold) shown = <strong>{shown}</strong>;
  if (leaf.italic) shown = <em>{shown}</em>;
  if (leaf.underline) shown = <u>{shown}</u>;
  if (leaf.strikethrough) shown = <s>{shown}</s>;
  if (leaf.code) shown = <code>{shown}</code>;
  return <span {...attributes}>{shown}</span>;
}
