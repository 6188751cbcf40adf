import { defineComponent } from 'content-gen';

export default defineComponent({
  attributes: {
    heading: { type: 'string' },
    body: { type: 'text' },
  },
});
