import { string } from '../../attributes/literal.js';
import type { Component } from '../../model/model.js';
import { descriptors, typeProperties } from './fields.js';
import type { Page } from './page.js';

export function componentView({ name, symbols, attributes }: Component, { scope, settings }: Page): object {
  const options = settings.api.responses === 'documented' ? [string('documentId')] : [];
  return {
    type: symbols.type,
    value: symbols.value,
    name: string(name),
    base: `t.ComponentType<${[string(name), ...options].join(', ')}>`,
    properties: typeProperties(attributes, scope),
    attributes: descriptors(attributes, scope),
  };
}
