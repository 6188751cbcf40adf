import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'tag',
  attributes: {
    name: { type: 'string', required: true },
    related: { type: 'relation', relation: 'manyToMany', target: 'tag' },
  },
});
