import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'category',
  attributes: {
    name: { type: 'string', required: true },
    articles: { type: 'relation', relation: 'manyToMany', target: 'article', mappedBy: 'categories' },
  },
});
