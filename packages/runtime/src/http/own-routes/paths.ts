import type { Schema } from './schemas.js';

/** A path of OpenAPI, and the schemas of its parameters. */
export interface OwnPath {
  readonly path: string;
  readonly parameters: readonly Schema[];
}

/** `:name`, `:name{pattern}`, `:name?` of Hono. */
const PARAMETER = /(?<=\/):([^/{}?]+)(?:\{((?:[^{}]|\{[^{}]*\})*)\})?(\?)?/g;

/** The paths of a route: two if the last part of the route may be left out, and none if the route matches all paths. */
export function pathsOf(route: string): readonly OwnPath[] {
  const parameters: Schema[] = [];
  let isOptional = false;
  const path = route.replace(PARAMETER, (_, name: string, pattern?: string, optional?: string) => {
    parameters.push({ type: 'string', ...(pattern === undefined ? {} : { pattern: `^(?:${pattern})$` }) });
    isOptional ||= optional !== undefined;
    return `{${name}}`;
  });
  if (path.includes('*')) return [];
  if (!isOptional) return [{ path, parameters }];
  const without = path.replace(/\/\{[^{}]+\}$/, '') || '/';
  return [
    { path: without, parameters: parameters.slice(0, -1) },
    { path, parameters },
  ];
}
