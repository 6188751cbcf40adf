import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'author',
  attributes: {
    name: { type: 'string' },
    articles: { type: 'relation', relation: 'oneToMany', target: 'article', mappedBy: 'author' },
  },
});
