import { defineComponent } from 'content-gen';

export default defineComponent({
  attributes: {
    text: { type: 'text' },
    by: { type: 'string' },
  },
});
