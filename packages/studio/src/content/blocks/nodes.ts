import type { BaseEditor } from 'slate';
import type { HistoryEditor } from 'slate-history';
import type { ReactEditor } from 'slate-react';

import type { Blocks, FileRecord } from '../form/value.js';

/** The nodes of blocks as the API has them. Slate edits these nodes without a translation, so nothing is lost. */
export interface TextNode {
  readonly type?: 'text';
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strikethrough?: boolean;
  readonly code?: boolean;
}

export const MARKS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;
export type Mark = (typeof MARKS)[number];

export type ElementNode =
  | { type: 'paragraph' | 'quote' | 'list-item'; children: Child[] }
  | { type: 'heading'; level: number; children: Child[] }
  | { type: 'code'; language?: string | null; children: Child[] }
  | { type: 'list'; format: 'ordered' | 'unordered'; indentLevel?: number; children: Child[] }
  | { type: 'link'; url: string; children: Child[] }
  | { type: 'image'; image: Partial<FileRecord> & { url: string }; children: Child[] };

export type Child = ElementNode | TextNode;

export type BlocksEditorInstance = BaseEditor & ReactEditor & HistoryEditor;

declare module 'slate' {
  interface CustomTypes {
    Editor: BlocksEditorInstance;
    Element: ElementNode;
    Text: TextNode;
  }
}

/** The paragraph that an editor shows for a document without blocks; `savedBlocks` does not save it. */
export function emptyBlocks(): ElementNode[] {
  return [{ type: 'paragraph', children: [{ type: 'text', text: '' }] }];
}

/** Blocks as an editor starts with them. */
export function editedBlocks(value: Blocks | null): ElementNode[] {
  if (value === null || value.length === 0) return emptyBlocks();
  // Slate freezes and shares nodes, so the form and the editor must not have the same nodes.
  return structuredClone(value).map(filled) as unknown as ElementNode[];
}

/** Slate needs a text in every element; the API also takes links and items without a text. */
function filled(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('children' in node) || !Array.isArray(node.children)) return node;
  const children = node.children.length === 0 ? [{ type: 'text', text: '' }] : node.children.map(filled);
  return { ...node, children };
}

/** The nodes of an editor as the API takes them: Slate adds texts without a type. One empty paragraph is no value. */
export function savedBlocks(nodes: readonly unknown[]): Blocks | null {
  const complete = nodes.map(completed);
  if (JSON.stringify(complete) === JSON.stringify(emptyBlocks())) return null;
  // Every node at the root of the editor is an element, which has a type.
  return complete as unknown as Blocks;
}

function completed(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if ('text' in node && !('type' in node)) return { type: 'text', ...node };
  if (!('children' in node) || !Array.isArray(node.children)) return node;
  return { ...node, children: node.children.map(completed) };
}
