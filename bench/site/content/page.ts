import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'page',
  draftAndPublish: true,
  attributes: {
    title: { type: 'string', required: true },
    top: { type: 'dynamiczone', components: ['blocks.hero', 'blocks.quote'] },
    middle: { type: 'dynamiczone', components: ['blocks.hero', 'blocks.quote'] },
    bottom: { type: 'dynamiczone', components: ['blocks.hero', 'blocks.quote'] },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag' },
  },
});
