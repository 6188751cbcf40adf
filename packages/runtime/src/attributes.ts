/** The factories that generated models call. */
export * from './model/attributes/index.js';
