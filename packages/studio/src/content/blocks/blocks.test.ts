/** The editor of blocks without a page: its commands keep the blocks that the API takes. */
import fc from 'fast-check';
import { Editor, Node, Transforms, createEditor } from 'slate';
import { withHistory } from 'slate-history';
import { describe, expect, test } from 'vitest';

import { times } from '../../../../runtime/test/harness/suite.js';
import { blocks } from '../../../test/form-values.js';
import { cleanBlocks } from './clean-nodes.js';
import { type BlockKind, insertImage, setKind, setLink, toggleMark } from './commands.js';
import { insertBlocks } from './insert-blocks.js';
import { canIndent, canOutdent, indent, outdent } from './lists.js';
import { type BlocksEditorInstance, editedBlocks, savedBlocks } from './nodes.js';
import { withBlocks } from './with-blocks.js';

type Value = Parameters<typeof editedBlocks>[0];

function editorOf(value: Value): BlocksEditorInstance {
  // React renders the editor of the page; its commands do not need it.
  const editor = withBlocks(withHistory(createEditor()) as BlocksEditorInstance);
  editor.children = editedBlocks(value);
  return editor;
}

const item = (text: string) => ({ type: 'list-item', children: [{ type: 'text', text }] });
const list = (children: readonly object[], level?: number) => ({
  type: 'list',
  format: 'unordered',
  ...(level === undefined ? {} : { indentLevel: level }),
  children,
});
const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

/** Puts the cursor at the start of the first text with these words. */
function select(editor: BlocksEditorInstance, words: string): void {
  const [found] = [...Node.texts(editor)].filter(([node]) => node.text === words);
  Transforms.select(editor, Editor.start(editor, found?.[1] ?? []));
}

describe('an item of a list', () => {
  test('goes below the item before it, together with the next one, and out again', () => {
    const editor = editorOf([list([item('a'), item('b'), item('c')])]);
    select(editor, 'a');
    expect([canIndent(editor), canOutdent(editor)]).toEqual([false, false]);
    for (const words of ['b', 'c']) {
      select(editor, words);
      indent(editor);
    }
    expect(editor.children).toEqual([list([item('a'), list([item('b'), item('c')], 1)])]);
    indent(editor);
    expect(editor.children).toEqual([list([item('a'), list([item('b'), list([item('c')], 2)], 1)])]);
    outdent(editor);
    outdent(editor);
    expect(editor.children).toEqual([list([item('a'), list([item('b')], 1), item('c')])]);
    expect(canOutdent(editor)).toBe(false);
  });

  test('leaves its list level by level with Backspace, and with Enter if it is empty', () => {
    const editor = editorOf([list([item('a'), list([item('b'), item('')], 1)])]);
    select(editor, '');
    editor.insertBreak();
    expect(editor.children).toEqual([list([item('a'), list([item('b')], 1), item('')])]);
    editor.insertBreak();
    expect(editor.children).toEqual([list([item('a'), list([item('b')], 1)]), paragraph('')]);
    select(editor, 'b');
    editor.deleteBackward('character');
    editor.deleteBackward('character');
    expect(editor.children).toEqual([list([item('a')]), paragraph('b'), paragraph('')]);
  });
});

describe('pasted blocks', () => {
  const heading = (text: string) => ({ type: 'heading', level: 2, children: [{ type: 'text', text }] });
  const picture = { url: '/a.png', name: 'a.png', hash: 'a', ext: '.png', mime: 'image/png', provider: 'local' };
  const image = {
    type: 'image',
    image: {
      ...picture,
      alternativeText: null,
      caption: null,
      createdAt: '',
      updatedAt: '',
      width: 1,
      height: 1,
      size: 1,
    },
    children: [{ type: 'text', text: '' }],
  };
  /** Pastes with the caret behind some letters of the first text with these words. */
  const pasted = (value: readonly object[], words: string, offset: number, blocksToPaste: readonly object[]) => {
    const editor = editorOf(value as Value);
    select(editor, words);
    Transforms.move(editor, { distance: offset });
    insertBlocks(editor, cleanBlocks(blocksToPaste));
    editor.insertText('|');
    return savedBlocks(editor.children);
  };

  test('are at the caret, and join the text around it', () => {
    const two = [paragraph('A'), paragraph('B')];
    expect(pasted([paragraph('onetwo'), paragraph('z')], 'onetwo', 3, two)).toEqual([
      paragraph('oneA'),
      paragraph('B|two'),
      paragraph('z'),
    ]);
    expect(pasted([paragraph('one')], 'one', 0, two)).toEqual([paragraph('A'), paragraph('B|one')]);
    expect(pasted([paragraph('')], '', 0, two)).toEqual([paragraph('A'), paragraph('B|')]);
    expect(pasted([paragraph('onetwo')], 'onetwo', 3, [heading('H'), heading('I')])).toEqual([
      paragraph('one'),
      heading('H'),
      heading('I|'),
      paragraph('two'),
    ]);
  });

  test('are items in a list, at the level of the caret', () => {
    const value = [list([item('a'), list([item('bc')], 1), item('d')])];
    expect(pasted(value, 'bc', 1, [paragraph('X'), list([item('Y'), list([item('Z')], 1)])])).toEqual([
      list([item('a'), list([item('bX'), item('Y'), list([item('Z|')], 2), item('c')], 1), item('d')]),
    ]);
    expect(pasted(value, 'd', 1, [paragraph('X'), paragraph('Y')])).toEqual([
      list([item('a'), list([item('bc')], 1), item('dX'), item('Y|')]),
    ]);
  });

  test('that no list can have split it', () => {
    const value = [list([item('a'), item('b')])];
    expect(pasted(value, 'a', 1, [image, paragraph('X')])).toEqual([
      list([item('a')]),
      image,
      paragraph('X|'),
      list([item('b')]),
    ]);
  });

  test('are blocks that the API takes, wherever the selection is', () => {
    fc.assert(
      fc.property(blocks, blocks, fc.nat(), fc.nat(), (value, others, from, to) => {
        const editor = editorOf(value as Value);
        const places = [...Node.texts(editor)].map(([node, path]) => ({ path, offset: node.text.length }));
        const [anchor, focus] = [places[from % places.length], places[to % places.length]];
        if (anchor === undefined || focus === undefined) return;
        Transforms.select(editor, { anchor, focus });
        insertBlocks(editor, cleanBlocks(others));
        const saved = savedBlocks(editor.children) ?? [];
        expect(withoutLevels(cleanBlocks(saved))).toEqual(withoutLevels(saved));
      }),
      { numRuns: times(300) },
    );
  });
});

test('an image goes behind the one before it, or to the end of a text that was replaced meanwhile', () => {
  const facts = { name: 'a.png', url: '/a.png', mime: 'image/png', ext: '.png', size: 1, width: 1, height: 1 };
  const texts = { alternativeText: null, caption: null, formats: null, createdAt: '' };
  const file = { id: 1, documentId: 'a', ...facts, ...texts };
  const editor = editorOf([paragraph('a'), paragraph('b')]);
  const kinds = () => editor.children.map((block) => ('type' in block ? block.type : ''));
  const last = insertImage(editor, file, insertImage(editor, file));
  expect(kinds()).toEqual(['paragraph', 'paragraph', 'image', 'image', 'paragraph']);
  for (const blocks of [[paragraph('c')], Array.from({ length: 5 }, () => paragraph('c'))]) {
    editor.children = editedBlocks(blocks);
    insertImage(editor, file, last);
    expect(kinds().slice(-3)).toEqual(['paragraph', 'image', 'paragraph']);
  }
});

test('code ends after two empty lines', () => {
  const editor = editorOf([{ type: 'code', children: [{ type: 'text', text: 'a' }] }]);
  Transforms.select(editor, Editor.end(editor, []));
  for (let count = 0; count < 3; count++) editor.insertBreak();
  editor.insertText('after');
  expect(editor.children).toEqual([{ type: 'code', children: [{ type: 'text', text: 'a' }] }, paragraph('after')]);
});

describe('blocks of any kind', () => {
  test('stay as they are while another block is edited', () => {
    fc.assert(
      fc.property(blocks, fc.nat(), (value, which) => {
        const at = which % value.length;
        const editor = editorOf(value as Value);
        Transforms.select(editor, Editor.end(editor, [at]));
        editor.insertText('x');
        editor.undo();
        const others = (nodes: readonly unknown[]) => nodes.toSpliced(at, 1);
        expect(others(savedBlocks(editor.children) ?? [])).toEqual(others(value));
      }),
    );
  });

  test('are blocks that the API takes after any commands', () => {
    const kinds: readonly BlockKind[] = ['paragraph', 'quote', 'code', 'ordered', 'unordered', 'heading-3'];
    const step = fc.record({ command: fc.nat(8 + kinds.length), from: fc.nat(), to: fc.nat() });
    fc.assert(
      fc.property(blocks, fc.array(step, { maxLength: 8 }), (value, steps) => {
        const editor = editorOf(value as Value);
        for (const { command, from, to } of steps) {
          const places = [...Node.texts(editor)].flatMap(([node, path]) => [
            { path, offset: 0 },
            { path, offset: node.text.length },
          ]);
          const [anchor, focus] = [places[from % places.length], places[to % places.length]];
          if (anchor === undefined || focus === undefined) break;
          Transforms.select(editor, { anchor, focus });
          const kind = kinds[command - 8];
          if (kind !== undefined) setKind(editor, kind);
          else
            [
              () => indent(editor),
              () => outdent(editor),
              () => editor.insertBreak(),
              () => editor.insertText('word'),
              () => editor.deleteBackward('character'),
              () => toggleMark(editor, 'bold'),
              () => setLink(editor, 'https://example.org'),
              () => editor.undo(),
            ][command]?.();
        }
        const saved = savedBlocks(editor.children) ?? [];
        expect(withoutLevels(cleanBlocks(saved))).toEqual(withoutLevels(saved));
      }),
      { numRuns: times(300) },
    );
  });
});

/** Nodes without `indentLevel`, which Strapi writes for style sheets alone. */
function withoutLevels(nodes: unknown): unknown {
  return JSON.parse(JSON.stringify(nodes, (key, value: unknown) => (key === 'indentLevel' ? undefined : value)));
}

test('nodes of another page become blocks, whatever they are', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const clean = cleanBlocks(value);
      expect(cleanBlocks(clean)).toEqual(clean);
    }),
  );
  const hostile = [
    {
      type: 'paragraph',
      onclick: 'x',
      children: [{ type: 'link', url: 'javascript:alert(1)', children: [{ text: 'a' }] }],
    },
    { type: 'image', image: { url: 'data:text/html,x' }, children: [] },
    { type: 'script', children: [{ text: 'b', bold: 'yes', dangerouslySetInnerHTML: {} }] },
  ];
  expect(cleanBlocks(hostile)).toEqual([paragraph('a'), paragraph('b')]);
});

describe('a sign that is typed at the start of a paragraph', () => {
  const typed = (value: Value, words: string) => {
    const editor = editorOf(value);
    Transforms.select(editor, Editor.start(editor, []));
    for (const letter of words) editor.insertText(letter);
    return editor;
  };

  test.each([
    ['# ', { type: 'heading', level: 1 }],
    ['### ', { type: 'heading', level: 3 }],
    ['> ', { type: 'quote' }],
    ['``` ', { type: 'code' }],
  ])('%j makes another kind of block of it', (sign, block) => {
    const editor = typed([paragraph('words')], `${sign}more `);
    expect(savedBlocks(editor.children)).toMatchObject([{ ...block, children: [{ text: 'more words' }] }]);
  });

  test.each([
    ['- ', 'unordered'],
    ['* ', 'unordered'],
    ['1. ', 'ordered'],
  ])('%j makes a list of it', (sign, format) => {
    const editor = typed([paragraph('words')], sign);
    expect(savedBlocks(editor.children)).toMatchObject([{ type: 'list', format, children: [item('words')] }]);
  });

  test.each(['####### ', '-- ', 'a - ', '#', '-'])('%j stays text', (words) => {
    expect(savedBlocks(typed([paragraph('')], words).children)).toMatchObject([paragraph(words)]);
  });

  test('comes back with one undo, and stays text in other kinds of blocks', () => {
    const editor = typed([paragraph('words')], '# ');
    editor.undo();
    expect(savedBlocks(editor.children)).toMatchObject([paragraph('#words')]);
    const code = { type: 'code', children: [{ type: 'text', text: '' }] };
    expect(savedBlocks(typed([code] as Value, '- ').children)).toMatchObject([
      { type: 'code', children: [{ text: '- ' }] },
    ]);
  });
});
