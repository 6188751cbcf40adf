/** `studio` in definitions: what it takes, in which formats, and that the API does not depend on it. */
import { expect, test } from 'vitest';

import { attributeOf, modelOf, typeNamed } from '../../../test/model-of.js';
import { settings } from '../../../test/sample-model.js';
import { defineComponent, defineContentType } from '../../definitions/define.js';
import { emit } from '../../emit/index.js';
import { openapiFile } from '../../openapi/index.js';

test('names of attributes are typed, and options of attributes stay so', () => {
  const attributes = { title: { type: 'string' }, day: { type: 'date' } } as const;
  defineContentType({
    studio: { title: 'title', columns: ['day'], sort: 'day:desc', layout: ['day', 'title'] },
    attributes,
  });
  defineContentType({ studio: { sort: 'createdAt' }, attributes: { ...attributes, more: { type: 'text' } } });
  // @ts-expect-error There is no attribute of this name.
  defineContentType({ studio: { title: 'titel' }, attributes });
  // @ts-expect-error There is no attribute of this name.
  defineContentType({ studio: { columns: ['titel'] }, attributes });
  // @ts-expect-error There is no attribute of this name.
  defineContentType({ studio: { sort: 'titel:desc' }, attributes });
  // @ts-expect-error There is no attribute of this name.
  defineComponent({ studio: { layout: ['titel'] }, attributes });
  // @ts-expect-error A component has no lists.
  defineComponent({ studio: { columns: ['title'] }, attributes });
  // @ts-expect-error A form has twelve columns.
  defineContentType({ attributes: { title: { type: 'string', studio: { width: 13 } } } });
  // @ts-expect-error A boolean has no longest length.
  defineContentType({ attributes: { isOpen: { type: 'boolean', maxLength: 3 } } });
});

test('a schema file has the studio among the options of the plugin, and names of its own', async () => {
  const model = await modelOf({
    'content/opening-time.json': {
      kind: 'collectionType',
      info: {
        singularName: 'opening-time',
        pluralName: 'opening-times',
        displayName: 'Opening Hours',
        description: '',
      },
      pluginOptions: {
        'content-gen': { studio: { title: 'day', columns: ['day', 'gone'], layout: ['gone', 'hours'] } },
      },
      attributes: {
        day: { type: 'string', displayName: 'Day of the week', description: 'In English' },
        hours: {
          type: 'string',
          displayName: 'hours',
          description: 'From Strapi',
          pluginOptions: { 'content-gen': { studio: { label: 'Open', width: 6, hidden: false } } },
        },
      },
    },
  });
  // A name that Strapi's own editor took away is a warning.
  expect(typeNamed(model, 'opening-time').studio).toEqual({
    label: 'Opening Hours',
    title: 'day',
    columns: ['day'],
    layout: ['hours'],
  });
  expect(attributeOf(model, 'opening-time', 'day')?.studio).toEqual({
    label: 'Day of the week',
    description: 'In English',
  });
  expect(attributeOf(model, 'opening-time', 'hours')?.studio).toEqual({
    label: 'Open',
    description: 'From Strapi',
    width: 6,
  });
});

test('what Strapi tolerates as a name or a description is no error', async () => {
  const info = { singularName: 'post', pluralName: 'posts', displayName: 5, description: { en: 'Post' } };
  const title = { type: 'string', displayName: true, description: ['Title'] };
  const model = await modelOf({ 'content/post.json': { info, attributes: { title } } });
  expect(typeNamed(model, 'post').studio).toBeUndefined();
  expect(attributeOf(model, 'post', 'title')?.studio).toBeUndefined();
});

test('a name that tools write in lower case is no label', async () => {
  const info = { singularName: 'blog-post', pluralName: 'blog-posts', displayName: 'blog-post' };
  const model = await modelOf({ 'content/blog-post.json': { info, attributes: { title: { type: 'string' } } } });
  expect(typeNamed(model, 'blog-post').studio).toBeUndefined();
});

test('the studio changes the descriptors alone: no table, no route, no validator, no OpenAPI document', async () => {
  const definition = (ofType: object, ofAttribute: object) => ({
    'content/post.json': {
      pluginOptions: { 'content-gen': ofType },
      attributes: { title: { type: 'string', pluginOptions: { 'content-gen': ofAttribute } } },
    },
  });
  const files = async (...studio: readonly [object, object]) => {
    const model = await modelOf(definition(...studio));
    const emitted = emit(model, { settings, importExtension: '.js' });
    return new Map([...emitted, openapiFile(model, settings)].map(({ path, content }) => [path, content]));
  };
  const plain = await files({}, {});
  const shown = await files(
    {
      studio: {
        label: 'Story',
        description: 'Long',
        title: 'title',
        columns: ['title'],
        sort: 'title',
        layout: ['title'],
      },
    },
    { studio: { label: 'Headline', description: 'Short', placeholder: 'Once', group: 'Top', width: 6, hidden: true } },
  );
  expect([...shown].filter(([path, content]) => plain.get(path) !== content).map(([path]) => path)).toEqual([
    'post/model.ts',
  ]);
});
