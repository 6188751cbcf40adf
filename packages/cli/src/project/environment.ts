import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Variables that `.env` has set, because a message about a wrong value should say where it is. */
const fromFile = new Set<string>();

/** Sets the variables of `.env` that the environment does not have already, as Strapi and Node do. */
export function loadEnvironment(root: string): void {
  for (const [name, value] of Object.entries(parseEnv(readText(join(root, '.env'))))) {
    if (process.env[name] !== undefined || value === undefined) continue;
    process.env[name] = value;
    fromFile.add(name);
  }
}

/** Whether `.env` has set a variable, and not the environment. */
export function isFromFile(name: string): boolean {
  return fromFile.has(name);
}

/** `DATABASE_URL`, or `DATABASE_URL of .env` */
export function variableName(name: string): string {
  return isFromFile(name) ? `${name} of .env` : name;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Most projects have no such file.
    return '';
  }
}
