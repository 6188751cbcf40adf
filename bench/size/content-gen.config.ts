import { defineConfig } from 'content-gen';

export default defineConfig({
  permissions: { public: '*' },
});
