import type { Verb } from './change.js';

/** The requests that need actions of a permission. */
export function verbsOfActions(actions: readonly string[]): readonly Verb[] {
  return [...new Set(actions.flatMap(verbsOfAction))];
}

function verbsOfAction(action: string): readonly Verb[] {
  switch (action) {
    case 'find':
    case 'findOne':
    case 'create':
    case 'update':
    case 'delete':
      return [action];
    case 'findDraft':
      return reading;
    case 'bulk':
      return ['create', 'update', 'delete'];
    case 'publish':
      return ['create', 'update'];
    default:
      return [];
  }
}

/** The requests that use rights to an attribute: read, filter, sort, write. */
export function verbsOfRights(rights: readonly string[]): readonly Verb[] {
  const reads = rights.some((right) => right !== 'write');
  return [...(reads ? reading : []), ...(rights.includes('write') ? writing : [])];
}

export function isReading(verb: Verb): boolean {
  return reading.includes(verb);
}

const reading: readonly Verb[] = ['find', 'findOne'];
const writing: readonly Verb[] = ['create', 'update'];
