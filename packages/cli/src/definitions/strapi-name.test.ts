import { expect, test } from 'vitest';

import { strapiName } from './strapi-name.js';

// What Strapi 5.54 makes of these folders.
test.each([
  ['blog-post', 'blog-post'],
  ['blogPost', 'blog-post'],
  ['team_member', 'team-member'],
  ['FAQ', 'faq'],
  ['FAQItem', 'faq-item'],
  ['Blog Post', 'blog-post'],
  ['page2', 'page2'],
  ['Page2', 'page-2'],
  ['v2Api', 'v-2-api'],
  ['2pages', '2-pages'],
  ['größe', 'grosse'],
  ['Überblick', 'uberblick'],
])('the folder %s has the name %s', (folder, name) => {
  expect(strapiName(folder)).toBe(name);
});
