import { string } from '../../attributes/literal.js';
import type { Component } from '../../model/model.js';
import {
  type InterfaceView,
  descriptors,
  filterProperties,
  inputProperties,
  optional,
  outputProperties,
  populateProperties,
} from './fields.js';
import type { Page } from './page.js';

export function componentView({ name, symbols, attributes }: Component, { scope }: Page): object {
  const { type, value } = symbols;
  const entry = `cg.ComponentEntry<${string(name)}>`;
  const condition = `f.Component<${type}Filters>`;
  const interfaces: readonly InterfaceView[] = [
    {
      doc: false,
      name: type,
      base: entry,
      otherwise: entry,
      properties: outputProperties(attributes, scope),
    },
    {
      doc: false,
      name: `${type}Input`,
      base: false,
      otherwise: 'Record<never, never>',
      properties: [
        optional('__component', string(name)),
        optional('id', 'number'),
        ...inputProperties(attributes, scope),
      ],
    },
    {
      doc: false,
      name: `${type}Filters`,
      base: condition,
      otherwise: condition,
      properties: filterProperties(attributes, scope),
    },
    {
      doc: false,
      name: `${type}Populate`,
      base: false,
      otherwise: 'p.Nothing',
      properties: populateProperties(attributes, scope),
    },
  ];
  return { interfaces, type, value, name: string(name), attributes: descriptors(attributes, scope) };
}
