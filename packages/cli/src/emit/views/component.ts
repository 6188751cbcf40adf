import { string } from '../../attributes/literal.js';
import type { Component } from '../../model/model.js';
import { descriptors, typeProperties } from './fields.js';
import type { Page } from './page.js';

export function componentView({ name, symbols, attributes }: Component, { scope }: Page): object {
  return {
    type: symbols.type,
    value: symbols.value,
    name: string(name),
    properties: typeProperties(attributes, scope),
    attributes: descriptors(attributes, scope),
  };
}
