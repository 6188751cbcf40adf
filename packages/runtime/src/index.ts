export { act, create, remove, removeSingle, saveSingle, update } from './write/index.js';
export { findMany, findOne, findSingle } from './read.js';
export { filterValidator, populateValidator } from './plan/validators.js';
export type { Answer } from './answer.js';
export type { Content, ContentDefinition, ContentOptions, Scope } from './content.js';
export type { AnyComponent, AnyModel, Component, Model } from './model.js';
export type { Settings } from './settings.js';
export type * from './values.js';
export type { FilterValidator, PopulateValidator, Query } from './query/query.js';
