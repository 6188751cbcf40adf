import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'article',
  indexes: [['kind', 'publishedAt:desc']],
  search: true,
  attributes: {
    title: { type: 'string', index: true },
    slug: { type: 'uid', targetField: 'title' },
    kind: { type: 'enumeration', enum: ['news', 'review', 'guide'] },
    body: { type: 'text' },
    rating: { type: 'integer' },
    cover: { type: 'media', allowedTypes: ['images'] },
    author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' },
    categories: { type: 'relation', relation: 'manyToMany', target: 'category', inversedBy: 'articles' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag' },
  },
});
