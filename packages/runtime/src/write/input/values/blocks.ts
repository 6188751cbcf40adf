import { type Report, label, typeProblem } from '../problems.js';
import type { ValueKind } from './kind.js';
import {
  type ReadField,
  type NodeFields,
  flag,
  isNode,
  list,
  nullable,
  number,
  oneOf,
  readFields,
  required,
  textField,
} from './node-fields.js';
import { holdsUnstorable } from '../../../model/index.js';

/** Rich text: a list of block nodes, each with the fields of its type. */
export const blocksKind: ValueKind = {
  type: 'array',
  cast(value, { path, report }) {
    if (!Array.isArray(value)) return void report.add(typeProblem(path, 'array', value));
    if (holdsUnstorable(value)) {
      return void report.add({ path, message: `${label(path)} contains characters that cannot be stored` });
    }
    let fine = true;
    const watched: Report = { ...report, add: (problem) => ((fine = false), report.add(problem)) };
    const read = value.map((node, index) => block(node, [...path, index], watched));
    return fine ? read : undefined;
  },
};

const textFields: NodeFields = {
  type: oneOf(['text'], textField),
  text: (value, path, report) => {
    const read = textField(value, path, report);
    if (value === undefined) report.add({ path, message: 'Text must be defined with at least an empty string' });
    return read;
  },
  bold: flag,
  italic: flag,
  underline: flag,
  strikethrough: flag,
  code: flag,
};

const textNode: ReadField = (value, path, report) => readFields(textFields, value, path, report);

const link: NodeFields = {
  url: (value, path, report) => {
    const read = textField(value, path, report);
    if (read === undefined && value !== undefined) return undefined;
    if (isLink(read)) return read;
    const problem = { path, message: 'Please specify a valid link.' };
    return void report.add(read === undefined ? problem : { ...problem, value: read });
  },
  children: list(textNode),
};

const inline = choose({ text: textFields, link }, 'Inline node must be Text or Link');

const listItem: NodeFields = { children: list(inline) };
const listNode: NodeFields = {
  format: oneOf(['ordered', 'unordered'], textField),
  children: list(
    (node, path, report) => listChild(node, path, report),
    'List node children must have at least one ListItem or ListNode',
  ),
};
const listChild = choose({ list: listNode, 'list-item': listItem }, 'Inline node must be list-item or list');

const image: NodeFields = {
  name: required(textField),
  alternativeText: nullable(textField),
  url: required(textField),
  caption: nullable(textField),
  width: required(number),
  height: required(number),
  hash: required(textField),
  ext: required(textField),
  mime: required(textField),
  size: required(number),
  previewUrl: nullable(textField),
  provider: required(textField),
  createdAt: required(textField),
  updatedAt: required(textField),
};

const block = choose(
  {
    paragraph: { children: list(inline, 'Paragraph node children must have at least one Text or Link node') },
    heading: {
      level: oneOf([1, 2, 3, 4, 5, 6], number),
      children: list(inline, 'Heading node children must have at least one Text or Link node'),
    },
    quote: { children: list(inline, 'Quote node children must have at least one Text or Link node') },
    code: {
      language: nullable(textField),
      children: list(textNode, 'Quote node children must have at least one Text or Link node'),
    },
    list: listNode,
    image: {
      image: (value, path, report) => readFields(image, value === undefined ? {} : value, path, report),
      children: list(inline),
    },
  },
  'Block node is of invalid type',
);

function choose(types: Readonly<Record<string, NodeFields>>, otherwise: string): ReadField {
  return (value, path, report) => {
    const type = isNode(value) && typeof value.type === 'string' ? value.type : '';
    const fields = Object.hasOwn(types, type) ? types[type] : undefined;
    if (fields !== undefined) return readFields(fields, value, path, report);
    return void report.add({ path, message: otherwise, value });
  };
}

/** A path of the site itself, or an address that browsers do not run as code. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    const { protocol } = new URL(value.startsWith('/') ? `https://site${value}` : value);
    return !['javascript:', 'vbscript:', 'data:'].includes(protocol);
  } catch {
    return false;
  }
}
