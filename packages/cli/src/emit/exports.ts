import type { Part } from '../attributes/kind.js';
import type { Component, ContentModel, ContentType } from '../model/model.js';

/** A symbol of the generated code and the module that exports it. */
export interface ExportedSymbol {
  readonly symbol: string;
  /** The module without its extension, relative to the output folder: `author/types`. */
  readonly module: string;
  /** Whether the symbol exists at run time, or only as a type. */
  readonly value: boolean;
}

/** The exported symbols by content type or component. */
export interface Exports {
  readonly contentType: (name: string, part: Part) => ExportedSymbol;
  readonly component: (name: string, part: Part) => ExportedSymbol;
}

export const componentModule = (component: Component): string =>
  `components/${component.category}/${component.shortName}`;

export function exportsOf(model: ContentModel): Exports {
  const contentTypes = new Map(model.contentTypes.map((type) => [type.name, type]));
  const components = new Map(model.components.map((component) => [component.name, component]));
  return {
    contentType: (name, part) => {
      const type = known(contentTypes, name);
      return { ...symbolOf(type, part), module: `${name}/${part === 'type' ? 'types' : 'model'}` };
    },
    component: (name, part) => {
      const component = known(components, name);
      return { ...symbolOf(component, part), module: componentModule(component) };
    },
  };
}

function symbolOf({ symbols }: ContentType | Component, part: Part): { symbol: string; value: boolean } {
  return part === 'model' ? { symbol: symbols.value, value: true } : { symbol: `${symbols.type}Type`, value: false };
}

function known<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new Error(`The model refers to "${name}", which it does not have.`);
  return found;
}
