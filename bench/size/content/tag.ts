import { defineContentType } from 'content-gen';

export default defineContentType({
  name: 'tag',
  attributes: {
    name: { type: 'string', unique: true },
  },
});
