import type { DescribedAttribute, FormValue } from '../form/value.js';
import { isEntry } from '../form/blank.js';
import { untitled } from '../form/label.js';

/** A value of a form as plain text, to compare two versions. */
export function valueText(attribute: DescribedAttribute, value: FormValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (attribute.kind === 'scalar') return nodesText(value);
  return value.map((each: object) => partText(each)).join('\n');
}

function partText(part: object): string {
  if ('mime' in part && 'name' in part) return `• ${String(part.name)}`;
  if ('documentId' in part) return `• ${'label' in part ? String(part.label) : untitled(String(part.documentId))}`;
  if (!isEntry(part)) return JSON.stringify(part);
  const values = Object.entries(part.values)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(
      ([name, value]) =>
        `  ${name}: ${Array.isArray(value) ? value.map((each: object) => partText(each)).join(', ') : String(value)}`,
    );
  return [`• ${part.component}`, ...values].join('\n');
}

/** The text of blocks, one line for each block. */
function nodesText(nodes: readonly unknown[]): string {
  return nodes.map(nodeText).join('\n');
}

function nodeText(node: unknown): string {
  if (typeof node !== 'object' || node === null) return '';
  if ('text' in node) return String(node.text);
  const children = 'children' in node && Array.isArray(node.children) ? node.children : [];
  return children.map(nodeText).join('type' in node && node.type === 'list' ? '\n' : '');
}
