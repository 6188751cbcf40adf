import type { PgTable } from 'drizzle-orm/pg-core';

import { type CompiledComponent, type CompiledModel, compileComponent, compileModel } from '../compiled.js';
import type { Component, Model } from '../model.js';
import type { Attribute } from './attribute.js';

/** Every attribute of the input interface needs a descriptor: a missing one does not compile. */
type Attributes<Input> = Readonly<Record<keyof NoInfer<Input> & string, Attribute>>;

export interface ContentTypeDescription<Input> {
  readonly name: string;
  readonly plural: string;
  readonly uid?: string;
  readonly single?: boolean;
  readonly table: PgTable;
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly attributes: Attributes<Input>;
}

export function contentType<Output, Input>(description: ContentTypeDescription<Input>): Model<Output, Input> {
  let compiled: CompiledModel | undefined;
  const model: Model<Output, Input> = {
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

type EntryKey = 'id' | 'documentId' | '__component';

export interface ComponentDescription<Input> {
  readonly name: string;
  readonly attributes: Attributes<Omit<Input, EntryKey>>;
}

export function componentType<Output, Input>(description: ComponentDescription<Input>): Component<Output, Input> {
  let compiled: CompiledComponent | undefined;
  const component: Component<Output, Input> = {
    kind: 'component',
    ...description,
    get compiled() {
      return (compiled ??= compileComponent(component));
    },
  };
  return component;
}
