import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'category',
  attributes: {
    name: { type: 'string', index: true },
    articles: { type: 'relation', relation: 'manyToMany', target: 'article', mappedBy: 'categories' },
  },
});
