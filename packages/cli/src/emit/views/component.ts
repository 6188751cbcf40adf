import { string } from '../../attributes/literal.js';
import type { Component } from '../../model/model.js';
import { descriptors, property, typeProperties } from './fields.js';
import type { Page } from './page.js';
import { studioProperties } from './studio.js';

export function componentView(component: Component, { scope, settings }: Page): object {
  const { name, symbols, attributes } = component;
  const options = settings.api.responses === 'documented' ? [string('documentId')] : [];
  return {
    type: symbols.type,
    value: symbols.value,
    name: string(name),
    base: `t.ComponentType<${[string(name), ...options].join(', ')}>`,
    properties: typeProperties(attributes, scope),
    options: studioProperties(component).map(property),
    attributes: descriptors(attributes, scope),
  };
}
