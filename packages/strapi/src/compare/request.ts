import type { ContentModel, ContentType } from 'content-gen/tools';

/** A request that both servers answer. Only reads are compared. */
export interface ComparedRequest {
  readonly method: 'GET' | 'HEAD';
  /** The path with the query, below the address of each server. */
  readonly path: string;
  /** Whether the client asked for the nested format of Strapi 4. */
  readonly isNested?: boolean;
}

/** The place that a request reads, for the report and for the comparison. */
interface Endpoint {
  /** `/api/articles/:documentId` */
  readonly path: string;
  /** Absent for files, users and own routes. */
  readonly type?: ContentType;
}

export function endpointOf(path: string, { contentTypes }: ContentModel, prefix: string): Endpoint {
  const [pathname = ''] = path.split('?', 1);
  const [segment = '', id, ...more] = pathname.startsWith(`${prefix}/`)
    ? pathname.slice(prefix.length + 1).split('/')
    : [];
  const type = contentTypes.find((each) => segment === pathOf(each) && hasRoutes(each));
  if (type === undefined || more.length > 0) return { path: pathname.replace(ids, '/:id') };
  return { path: `${prefix}/${segment}${id === undefined ? '' : '/:documentId'}`, type };
}

/** Segments that are a document id or a number. */
const ids = /\/(?:[a-z][a-z0-9]{23}|\d+)(?=\/|$)/g;

export function pathOf({ kind, name, plural }: ContentType): string {
  return kind === 'singleType' ? name : plural;
}

/** The runtime serves users with other endpoints. */
export function hasRoutes({ uid }: ContentType): boolean {
  return uid !== 'plugin::users-permissions.user';
}

/** Every request once, in the given order. */
export function distinct(requests: readonly ComparedRequest[]): readonly ComparedRequest[] {
  const seen = new Map(requests.map((request) => [`${request.method} ${request.path} ${request.isNested}`, request]));
  return [...seen.values()];
}
