export { type ApiDefinition, type ConfigDefinition, type TokenDefinition, defineConfig } from './config/define.js';
export type * from './definitions/attributes.js';
export type * from './definitions/relations.js';
export type * from './definitions/studio.js';
export {
  type AttributeDefinition,
  type ComponentDefinition,
  type ContentTypeDefinition,
  defineComponent,
  defineContentType,
} from './definitions/define.js';
