import { type Path, type Report, label, typeProblem } from '../problems.js';
import type { ValueKind } from './kind.js';
import { holdsUnstorable } from './unstorable.js';

type Node = Readonly<Record<string, unknown>>;
type Check = (value: unknown, path: Path, report: Report) => void;
type Fields = Readonly<Record<string, Check>>;

/** Rich text: a list of block nodes, each with the fields of its type. */
export const blocks: ValueKind = {
  type: 'array',
  cast(value, { path, report }) {
    if (!Array.isArray(value)) return void report.add(typeProblem(path, 'array', value));
    if (holdsUnstorable(value)) {
      return void report.add({ path, message: `${label(path)} contains characters that cannot be stored` });
    }
    let fine = true;
    const watched: Report = { ...report, add: (problem) => ((fine = false), report.add(problem)) };
    value.forEach((node, index) => block(node, [...path, index], watched));
    return fine ? value : undefined;
  },
};

const required: Check = (value, path, report) => {
  if (value === undefined || value === null || value === '') report.add(requiredField(path, value));
};

const flag: Check = (value, path, report) => {
  if (value !== undefined && typeof value !== 'boolean') report.add(typeProblem(path, 'boolean', value));
};

const text: Fields = {
  text: (value, path, report) => {
    if (typeof value === 'string') return;
    const problem = { path, message: 'Text must be defined with at least an empty string' };
    report.add(value === undefined ? problem : { ...problem, value });
  },
  bold: flag,
  italic: flag,
  underline: flag,
  strikethrough: flag,
  code: flag,
};

const link: Fields = {
  url: (value, path, report) => {
    if (!isLink(value)) report.add({ path, message: 'Please specify a valid link.', value });
  },
  children: list((node, path, report) => fields(text, node, path, report)),
};

const inline = choose({ text, link }, 'Inline node must be Text or Link');

const listItem: Fields = { children: list(inline) };
const listNode: Fields = {
  format: oneOf(['ordered', 'unordered']),
  children: list(
    (node, path, report) => listChild(node, path, report),
    'List node children must have at least one ListItem or ListNode',
  ),
};
const listChild = choose({ list: listNode, 'list-item': listItem }, 'Inline node must be list-item or list');

const image: Fields = Object.fromEntries(
  ['name', 'url', 'width', 'height', 'hash', 'ext', 'mime', 'size', 'provider', 'createdAt', 'updatedAt'].map(
    (name) => [name, required],
  ),
);

const block = choose(
  {
    paragraph: { children: list(inline, 'Paragraph node children must have at least one Text or Link node') },
    heading: {
      level: oneOf([1, 2, 3, 4, 5, 6]),
      children: list(inline, 'Heading node children must have at least one Text or Link node'),
    },
    quote: { children: list(inline, 'Quote node children must have at least one Text or Link node') },
    code: {
      children: list(
        (node, path, report) => fields(text, node, path, report),
        'Quote node children must have at least one Text or Link node',
      ),
    },
    list: listNode,
    image: {
      image: (value, path, report) => fields(image, isNode(value) ? value : {}, path, report),
      children: list(inline),
    },
  },
  'Block node is of invalid type',
);

function choose(types: Readonly<Record<string, Fields>>, otherwise: string): Check {
  return (value, path, report) => {
    const type = isNode(value) && typeof value.type === 'string' ? value.type : '';
    if (Object.hasOwn(types, type)) fields(types[type]!, value, path, report);
    else report.add({ path, message: otherwise, value });
  };
}

function fields(expected: Fields, value: unknown, path: Path, report: Report): void {
  if (!isNode(value)) return report.add(typeProblem(path, 'object', value));
  for (const [name, check] of Object.entries(expected)) check(value[name], [...path, name], report);
}

function list(item: Check, whenEmpty?: string): Check {
  return (value, path, report) => {
    if (value === undefined || value === null) return report.add(requiredField(path, value));
    if (!Array.isArray(value)) return report.add(typeProblem(path, 'array', value));
    if (value.length === 0 && whenEmpty !== undefined) report.add({ path, message: whenEmpty, value });
    value.forEach((node, index) => item(node, [...path, index], report));
  };
}

function oneOf(values: readonly (string | number)[]): Check {
  return (value, path, report) => {
    if (value === undefined || value === null) return report.add(requiredField(path, value));
    if (values.includes(value as string | number)) return;
    report.add({ path, message: `${label(path)} must be one of the following values: ${values.join(', ')}`, value });
  };
}

function requiredField(path: Path, value: unknown) {
  const problem = { path, message: `${label(path)} is a required field` };
  return value === undefined ? problem : { ...problem, value };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path of the site itself, or an address that no browser runs as code. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    const { protocol } = new URL(value.startsWith('/') ? `https://site${value}` : value);
    return !['javascript:', 'vbscript:', 'data:'].includes(protocol);
  } catch {
    return false;
  }
}
