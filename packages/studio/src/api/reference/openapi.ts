/** The parts of an OpenAPI document that the reference shows. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | SchemaRef)[];
  readonly requestBody?: RequestBodySchema;
  readonly responses: Readonly<Record<string, Response | SchemaRef>>;
}

interface SchemaRef {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface RequestBodySchema {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Response extends RequestBodySchema {
  readonly description?: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** One endpoint of the reference. */
export interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly operation: Operation;
}

export function endpointsOf({ paths }: OpenApi): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const id = operation.operationId ?? `${method} ${path}`;
      return { id, method, path, tag: operation.tags?.[0] ?? 'server', operation };
    }),
  );
}

/** The part of the document that a reference names, or the part itself. */
export function resolved<T extends object>(document: OpenApi, part: T | SchemaRef): T | undefined {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [section = '', name = ''] = part.$ref.slice('#/components/'.length).split('/');
  const parts: Readonly<Record<string, object>> | undefined = Object.entries(document.components).find(
    ([key]) => key === section,
  )?.[1];
  // The section of the document says which kind of part this is.
  return parts?.[name.replaceAll('~1', '/').replaceAll('~0', '~')] as T | undefined;
}

export function schemaOf(body: RequestBodySchema | undefined): Schema | undefined {
  return Object.values(body?.content ?? {})[0]?.schema;
}
