import { fileModel } from '../file-model.js';
import type { AnyComponent } from '../model.js';
import type { AttributeOptions, ComponentAttribute, DynamicZone, MediaAttribute, MediaClass } from './attribute.js';

export function media(
  options: AttributeOptions & { multiple?: boolean; allowedTypes?: readonly MediaClass[] } = {},
): MediaAttribute {
  return { kind: 'media', target: () => fileModel, multiple: false, ...options };
}

export function component(
  component: () => AnyComponent,
  options: AttributeOptions & { repeatable?: boolean; min?: number; max?: number } = {},
): ComponentAttribute {
  return { kind: 'component', component, repeatable: false, ...options };
}

export function dynamicZone(
  components: () => readonly AnyComponent[],
  options: AttributeOptions & { min?: number; max?: number } = {},
): DynamicZone {
  return { kind: 'dynamicZone', components, ...options };
}
