import type { FormValue } from './value.js';

/**
 * Turns the text of a control into a value for the body. A text that is no such value stays a text, because the API
 * then explains the problem.
 */
export function scalarBody(type: string, value: FormValue): unknown {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return value.trim() === '' ? null : numberOf(value);
    case 'biginteger':
    case 'date':
    case 'time':
    case 'datetime':
    case 'enumeration':
      return value.trim() === '' ? null : value;
    case 'json':
      return value.trim() === '' ? null : parsed(value);
    default:
      return value;
  }
}

/** JSON has no infinity, which `1e400` is to JavaScript: it would become `null` and clear the value. */
function numberOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The form reports text that is not JSON before it sends anything.
    return text;
  }
}
