import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'article',
  draftAndPublish: true,
  attributes: {
    title: { type: 'string', required: true },
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
    rating: { type: 'integer' },
    featured: { type: 'boolean', default: false },
    publishedOn: { type: 'date' },
    seo: { type: 'component', component: 'shared.seo' },
    sections: { type: 'component', component: 'shared.section', repeatable: true },
    content: { type: 'dynamiczone', components: ['blocks.hero', 'blocks.quote'] },
    author: { type: 'relation', relation: 'manyToOne', target: 'author', inversedBy: 'articles' },
    categories: { type: 'relation', relation: 'manyToMany', target: 'category', inversedBy: 'articles' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag' },
  },
});
