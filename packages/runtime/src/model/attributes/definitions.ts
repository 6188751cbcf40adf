import type { PgTable } from 'drizzle-orm/pg-core';

import { type CompiledComponent, type CompiledModel, compileComponent, compileModel } from '../compiled.js';
import type { ComponentType, DocumentType, LocalizedType } from '../../shape/index.js';
import type { Component, Model, Studio } from '../model.js';
import type { Attribute } from './attribute.js';

/** The keys of a generated type that every type has. */
type CommonKey = keyof DocumentType | keyof LocalizedType<unknown>;

/** Every attribute of the generated type needs a descriptor: a missing one does not compile. */
type Attributes<Shape, Common> = Readonly<Record<Exclude<keyof NoInfer<Shape> & string, Common>, Attribute>>;

export interface ContentTypeDescription<Shape> {
  readonly name: string;
  readonly plural: string;
  readonly uid?: string;
  readonly single?: boolean;
  readonly table: PgTable;
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly search?: boolean;
  readonly studio?: Studio;
  readonly attributes: Attributes<Shape, CommonKey>;
}

export function contentType<Shape>(description: ContentTypeDescription<Shape>): Model<Shape> {
  let compiled: CompiledModel | undefined;
  const model: Model<Shape> = {
    kind: 'contentType',
    uid: `api::${description.name}.${description.name}`,
    single: false,
    draftAndPublish: false,
    localized: false,
    ...description,
    get compiled() {
      return (compiled ??= compileModel(model));
    },
  };
  return model;
}

export interface ComponentDescription<Shape> {
  readonly name: string;
  readonly studio?: Studio;
  readonly attributes: Attributes<Shape, keyof ComponentType<string>>;
}

export function componentType<Shape>(description: ComponentDescription<Shape>): Component<Shape> {
  let compiled: CompiledComponent | undefined;
  const component: Component<Shape> = {
    kind: 'component',
    ...description,
    get compiled() {
      return (compiled ??= compileComponent(component));
    },
  };
  return component;
}
