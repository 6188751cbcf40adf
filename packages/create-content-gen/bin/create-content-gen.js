#!/usr/bin/env node
// `npm create content-gen` is `content-gen init`. The program is beside the module that a project imports.
process.argv.splice(2, 0, 'init');
await import(new URL('../bin/content-gen.js', import.meta.resolve('content-gen')).href);
