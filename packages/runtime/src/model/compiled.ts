import { componentsIn } from './attributes/attribute.js';
import type { AnyComponent, AnyModel, Holder } from './model.js';
import { type ScalarField, type NameTable, compileNames } from './names.js';
import { type TypeStorage, compileStorage } from './storage.js';

/** Everything that derives from the definition of a component. */
export interface CompiledComponent {
  /** Everything that a request can name, in the order of the answer. */
  readonly names: NameTable;
  /** The scalars among the names. */
  readonly fields: readonly ScalarField[];
}

/** Everything that derives from the definition of a content type. */
export interface CompiledModel extends CompiledComponent {
  readonly storage: TypeStorage;
}

export function compileComponent(holder: Holder): CompiledComponent {
  const names = compileNames(holder);
  return { names, fields: [...names.values()].flatMap((name) => (name.kind === 'field' ? [name.field] : [])) };
}

export function compileModel(model: AnyModel): CompiledModel {
  return { ...compileComponent(model), storage: compileStorage(model) };
}

/** Compiles models and their components now, so that a wrong definition fails at start and not in a request. */
export function compileAll(models: readonly AnyModel[]): readonly (CompiledModel | CompiledComponent)[] {
  const components = new Set<AnyComponent>();
  const visit = (holder: Holder): void => {
    for (const attribute of Object.values(holder.attributes)) {
      for (const component of componentsIn(attribute)) {
        if (components.has(component)) continue;
        components.add(component);
        visit(component);
      }
    }
  };
  models.forEach(visit);
  return [...models, ...components].map((holder) => holder.compiled);
}
