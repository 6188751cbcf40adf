import { expect, test } from 'vitest';

import { camelCase, isKebabCase, isTooLong, kebabCase, pascalCase, pluralOf, snakeCase } from './names.js';

test.each([
  ['startsAt', 'starts_at'],
  ['HTMLBody', 'html_body'],
  ['blog-post', 'blog_post'],
  ['address2', 'address2'],
  ['share_image', 'share_image'],
])('%s is %s in SQL', (name, column) => {
  expect(snakeCase(name)).toBe(column);
});

test('names become identifiers in camel case and Pascal case', () => {
  expect(pascalCase('blog-post')).toBe('BlogPost');
  expect(camelCase('blog-post')).toBe('blogPost');
  expect(camelCase('articles_related_items')).toBe('articlesRelatedItems');
  expect(pascalCase('shared.meta-social')).toBe('SharedMetaSocial');
});

test.each([
  ['article', 'articles'],
  ['category', 'categories'],
  ['blog-category', 'blog-categories'],
  ['person', 'people'],
  ['news', 'news'],
])('the plural of %s is %s', (name, plural) => {
  expect(pluralOf(name)).toBe(plural);
});

test('a name in kebab-case is one path segment', () => {
  for (const name of ['../x', 'a/b', 'a.b', '', '-a', 'a-', 'a--b', '1a', 'A', 'a b', 'con:', 'a\0', 'ä']) {
    expect(isKebabCase(name)).toBe(false);
  }
});

test.each(['BlogPost', 'Blog Post', 'blog_post', '../blog/post', 'Blog.Post!'])('%s becomes blog-post', (name) => {
  expect(kebabCase(name)).toBe('blog-post');
});

test('the length of a name is counted in bytes', () => {
  expect(isTooLong('x'.repeat(63))).toBe(false);
  expect(isTooLong('x'.repeat(64))).toBe(true);
  expect(isTooLong('ü'.repeat(32))).toBe(true);
});
