import { defineComponent } from 'content-gen';

export default defineComponent({
  attributes: {
    metaTitle: { type: 'string' },
    metaDescription: { type: 'text' },
  },
});
