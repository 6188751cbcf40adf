import { defineComponent } from 'content-gen';

export default defineComponent({
  attributes: {
    title: { type: 'string' },
  },
});
