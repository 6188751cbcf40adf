import type { StrapiTools } from 'content-gen/tools';

import { readers } from './readers/readers.js';

/** What the commands of content-gen take from this package. Each tool is loaded when a command calls the tool. */
export const strapi: StrapiTools = {
  ...readers,
  move: async (...task) => (await import('./commands/move.js')).move(...task),
  compare: async (...task) => (await import('./commands/compare.js')).compareServers(...task),
  ignoredParts: async (root) => (await import('./moving/ignored.js')).ignoredParts(root),
};
