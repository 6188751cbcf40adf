import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Desk, openDesk } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const text = (value: unknown, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
const heading = (level: unknown) => ({ type: 'heading', level, children: [text('a')] });
const link = (url: unknown, children: unknown = [text('a')]) => paragraph({ type: 'link', url, children });
const list = (format: unknown) => ({
  type: 'list',
  format,
  children: [{ type: 'list-item', children: [text('a')] }],
});
const file = {
  ...{ name: 'n', url: 'u', width: 1, height: 2, hash: 'h', ext: 'e', mime: 'm', size: 1, provider: 'p' },
  ...{ createdAt: 'c', updatedAt: 'u' },
};
const image = (changes: object) => ({ type: 'image', image: { ...file, ...changes }, children: [text('')] });

it.each([
  [paragraph(text(1, { bold: 'true', italic: 0 })), paragraph(text('1', { bold: true, italic: false }))],
  [heading('2'), heading(2)],
  [
    { type: 'code', language: 5, children: [text(true)] },
    { type: 'code', language: '5', children: [text('true')] },
  ],
  [image({ width: ' 5 ', name: 5, caption: null }), image({ width: 5, name: '5', caption: null })],
  [paragraph(text('a', { colour: 'red' })), paragraph(text('a', { colour: 'red' }))],
])('the blocks %j are accepted', async (sent, stored) => {
  const { blocks } = await desk.post('article', { title: 't', blocks: [sent] });
  expect(blocks).toEqual([stored]);
});

const levels = '0.level: blocks[0].level must be one of the following values: 1, 2, 3, 4, 5, 6';
const formats = '0.format: blocks[0].format must be one of the following values: ordered, unordered';
const wrong = (path: string, type: string, value: string) => {
  const place = path.replace(/\.(\d+)/g, '[$1]').replace(/^(\d+)/, '[$1]');
  return `${path}: blocks${place} must be a \`${type}\` type, but the final value was: ${value}.`;
};
const noText = 'Text must be defined with at least an empty string';

it.each<[unknown, string[]]>([
  [paragraph({ type: 'text' }), [`0.children.0.text: ${noText}`]],
  [paragraph(text(null)), [wrong('0.children.0.text', 'string', '`null`')]],
  [paragraph(text('a', { bold: 2 })), [wrong('0.children.0.bold', 'boolean', '`2`')]],
  [{ type: 'paragraph', children: null }, [wrong('0.children', 'array', '`null`')]],
  [{ type: 'paragraph', children: 'x' }, [wrong('0.children', 'array', '`null` (cast from the value `"x"`)')]],
  [heading('x'), [wrong('0.level', 'number', '`NaN` (cast from the value `"x"`)'), levels]],
  [heading(null), [wrong('0.level', 'number', '`NaN`'), levels]],
  [heading(7), [levels]],
  [list(null), [wrong('0.format', 'string', '`null`'), formats]],
  [list(5), [formats]],
  [link(null), [wrong('0.children.0.url', 'string', '`null`')]],
  [link('javascript:alert(1)'), ['0.children.0.url: Please specify a valid link.']],
  [link('/x', [null]), [wrong('0.children.0.children.0', 'object', '`null`')]],
  [
    { type: 'code', children: [{ type: 'link' }] },
    [
      '0.children.0.type: blocks[0].children[0].type must be one of the following values: text',
      `0.children.0.text: ${noText}`,
    ],
  ],
  [
    image({ name: null, hash: '', size: 'x' }),
    [
      wrong('0.image.name', 'string', '`null`'),
      '0.image.hash: blocks[0].image.hash is a required field',
      wrong('0.image.size', 'number', '`NaN` (cast from the value `"x"`)'),
    ],
  ],
  [{ type: 'image', image: 'x', children: [] }, [wrong('0.image', 'object', '`null` (cast from the value `"x"`)')]],
])('the blocks %j are refused', async (sent, errors) => {
  const refused = await desk.post('article', { title: 't', blocks: [sent] }).then(
    () => expect.unreachable('it was accepted'),
    (error: { details: { errors: { path: string[]; message: string }[] } }) => error,
  );
  expect(refused.details.errors.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)).toEqual(errors);
});
