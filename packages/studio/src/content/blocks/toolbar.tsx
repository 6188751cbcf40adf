import {
  Bold,
  Code,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from '../../design/icons.js';
import { useState } from 'react';
import { ReactEditor, useSlate } from 'slate-react';

import { Button, IconButton } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Field, Input, Select } from '../../design/field.js';
import { completedLink } from '../form/links.js';
import { MediaPicker } from '../media/media-picker.js';
import {
  type BlockKind,
  currentBlock,
  insertImage,
  isMarked,
  kindOf,
  languageAt,
  linkAt,
  setKind,
  setLanguage,
  setLink,
  toggleMark,
} from './commands.js';
import { canIndent, canOutdent, indent, outdent } from './lists.js';
import type { Mark } from './nodes.js';

const KINDS: readonly (readonly [BlockKind, string])[] = [
  ['paragraph', 'Paragraph'],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, `Heading ${level}`] as const),
  ['unordered', 'Bulleted list'],
  ['ordered', 'Numbered list'],
  ['quote', 'Quote'],
  ['code', 'Code'],
];

const LANGUAGES = 'plaintext bash css html java javascript json python sql typescript xml yaml'.split(' ');

const MARKS: readonly (readonly [Mark, string, typeof Bold])[] = [
  ['bold', 'Bold', Bold],
  ['italic', 'Italic', Italic],
  ['underline', 'Underline', Underline],
  ['strikethrough', 'Strikethrough', Strikethrough],
  ['code', 'Code', Code],
];

export function Toolbar() {
  const editor = useSlate();
  const [layer, setLayer] = useState<'none' | 'link' | 'image'>('none');
  const close = () => {
    setLayer('none');
    ReactEditor.focus(editor);
  };
  const kind = kindOf(currentBlock(editor));
  return (
    <div className="editor-bar" role="toolbar" aria-label="Format">
      <KindSelect kind={kind} />
      <MarkButtons />
      {kind === 'ordered' || kind === 'unordered' ? <Levels /> : null}
      <LanguageSelect />
      <IconButton small label="Link" aria-pressed={linkAt(editor) !== undefined} onClick={() => setLayer('link')}>
        <Link />
      </IconButton>
      <IconButton small label="Image" onClick={() => setLayer('image')}>
        <ImagePlus />
      </IconButton>
      <span className="grow" />
      <IconButton small label="Undo" onClick={() => editor.undo()}>
        <Undo2 />
      </IconButton>
      <IconButton small label="Redo" onClick={() => editor.redo()}>
        <Redo2 />
      </IconButton>
      {layer === 'link' ? <LinkDialog onClose={close} /> : null}
      {layer === 'image' ? (
        <MediaPicker
          title="Insert an image"
          classes={['images']}
          chosen={[]}
          many={false}
          onPick={(file) => insertImage(editor, file)}
          onDrop={() => undefined}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function KindSelect({ kind }: { readonly kind: ReturnType<typeof kindOf> }) {
  const editor = useSlate();
  return (
    <Select
      className="input-short"
      aria-label="Kind of block"
      value={kind === 'image' ? '' : kind}
      onChange={(event) => {
        const [chosen] = KINDS.find(([value]) => value === event.target.value) ?? [];
        if (chosen !== undefined) setKind(editor, chosen);
        ReactEditor.focus(editor);
      }}
    >
      {kind === 'image' ? <option value="">Image</option> : null}
      {KINDS.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

function MarkButtons() {
  const editor = useSlate();
  return MARKS.map(([mark, label, Icon]) => (
    <IconButton
      key={mark}
      small
      label={label}
      aria-pressed={isMarked(editor, mark)}
      // The selection of the editor stays, because the button does not take the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => toggleMark(editor, mark)}
    >
      <Icon />
    </IconButton>
  ));
}

/** The language of the code block at the selection. */
function LanguageSelect() {
  const editor = useSlate();
  const language = languageAt(editor);
  if (language === undefined) return null;
  return (
    <Select
      className="input-short"
      aria-label="Language of the code"
      value={language}
      onChange={(event) => setLanguage(editor, event.target.value)}
    >
      {[...new Set([...LANGUAGES, language])].map((each) => (
        <option key={each}>{each}</option>
      ))}
    </Select>
  );
}

/** Moves the items of a list between its levels, as Tab and Shift Tab do. */
function Levels() {
  const editor = useSlate();
  return (
    <>
      <IconButton
        small
        label="One level out"
        disabled={!canOutdent(editor)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => outdent(editor)}
      >
        <IndentDecrease />
      </IconButton>
      <IconButton
        small
        label="One level in"
        disabled={!canIndent(editor)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => indent(editor)}
      >
        <IndentIncrease />
      </IconButton>
    </>
  );
}

function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const editor = useSlate();
  const current = linkAt(editor);
  const [url, setUrl] = useState(current ?? '');
  const address = completedLink(url);
  const problem = 'A link needs an address such as example.org, /path or anna@example.org.';
  const apply = (next: string) => {
    setLink(editor, next);
    onClose();
  };
  const foot = (
    <>
      {current === undefined ? null : <Button onClick={() => apply('')}>Remove the link</Button>}
      <Button variant="primary" disabled={address === undefined} onClick={() => apply(address ?? '')}>
        Apply
      </Button>
    </>
  );
  return (
    <Dialog title="Link" onClose={onClose} foot={foot}>
      <Field label="Address" error={address === undefined && url.trim() !== '' ? problem : undefined}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            placeholder="example.org"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || address === undefined) return;
              event.preventDefault();
              apply(address);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
